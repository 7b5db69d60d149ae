"""R8, R13: who the partner is shows in nothing that others are sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from games.log.states import Step
from games.rules import briscalone
from games.rules.briscalone.cards import CARD_OF, CARD_TEXT, DECK, Card, text_of
from games.rules.game import DEALER, Seat
from games.rules.table import PLAIN, Taste
from tests.kit.briscalone.positions import ACE_BY_SEAT_0, after
from tests.kit.briscalone.positions import table as empty_table
from tests.kit.briscalone.shown import ALONE, CALLED, EVERYONE, FALLEN, ITALIAN, sent, shown
from tests.kit.worlds import Steps, begun, first_difference


@pytest.mark.parametrize(
    ("texts", "seat", "secret"),
    [
        (CALLED[:-1], 0, "Nobody knows the partner yet."),
        (CALLED, 0, "Your partner holds the called card. You do not know who it is."),
        (CALLED, 1, "The partner is not known yet."),
        (
            CALLED,
            2,
            "Only you know: you hold the called card. You are the partner of alice.",
        ),
        (ALONE, 0, "Only you know: you hold the called card. You play alone against four."),
        (ALONE, 1, "The partner is not known yet."),
        (FALLEN, 0, "carol is your partner."),
        (FALLEN, 1, "carol is the partner of alice."),
        (FALLEN, 2, "You are the partner of alice."),
    ],
)
def test_only_who_may_know_is_told_who_the_partner_is(
    texts: tuple[str, ...], seat: Seat, secret: str
) -> None:
    assert str(shown(*texts, seat=seat).own_secret) == secret


@pytest.mark.parametrize(
    ("texts", "knowing"),
    # R13: whoever holds the called card, and everybody once it has fallen.
    [(CALLED, {2}), (ALONE, set()), (FALLEN, set(EVERYONE))],
)
def test_what_both_have_taken_together_stands_there_for_who_knows_both(
    texts: tuple[str, ...], knowing: set[Seat | None]
) -> None:
    def facts(seat: Seat | None) -> dict[str, str]:
        return {str(fact.label): str(fact.value) for fact in shown(*texts, seat=seat).contract}

    assert {seat for seat in EVERYONE if "Together" in facts(seat)} == knowing
    assert {facts(seat)["Together"] for seat in knowing} <= {"13 of 61"}
    assert all(("Target" in facts(seat)) is (seat not in knowing) for seat in EVERYONE)


def test_the_partner_is_named_at_their_seat_from_when_the_called_card_falls() -> None:
    def roles(*texts: str, seat: Seat | None) -> set[str]:
        return {str(other.plate.role) for other in shown(*texts, seat=seat).seats}

    for seat in EVERYONE:
        assert not any("partner" in role for role in roles(*CALLED, seat=seat))
    assert any("partner" in role for role in roles(*FALLEN, "play Jh", seat=0))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("holder", "other", "taste"),
    [(0, 3, PLAIN), (1, 2, ITALIAN), (2, 4, PLAIN), (4, 0, ITALIAN)],
)
def test_all_others_are_sent_the_same_bytes_wherever_the_called_card_lies(
    holder: Seat, other: Seat, taste: Taste
) -> None:
    game = begun("briscalone")
    rounds = list(two_rounds(holder, other))
    assert len(rounds) > 35
    for here, there in rounds:
        for seat in set(EVERYONE) - {holder, other}:
            one, two = (sent(game, steps, seat, taste) for steps in (here, there))
            assert one == two, f"{seat} at {here[-1].seq}: {first_difference(one, two)}"


def two_rounds(holder: Seat, other: Seat) -> Iterator[tuple[Steps, Steps]]:
    """One log, two deals: the called Ace has changed places, and neither card is played."""
    ace, kept = CARD_OF["Ah"], CARD_OF["2h"]
    rest = Random(f"{holder} {other}").sample(sorted(set(DECK) - {ace, kept}), 38)
    here = list(played(deal(rest, {holder: ace, other: kept}), (ace, kept)))
    there = list(played(deal(rest, {holder: kept, other: ace}), (ace, kept)))
    return zip(here, there, strict=True)


def deal(rest: Sequence[Card], kept: dict[Seat, Card]) -> briscalone.Action:
    cards = list(rest)
    for seat in sorted(kept):
        cards.insert(seat * 8, kept[seat])
    return briscalone.parse("deal " + text_of(cards))


def played(dealing: briscalone.Action, kept: tuple[Card, Card]) -> Iterator[Steps]:
    """Every position of the round, until somebody has nothing but a kept card."""
    start = empty_table()
    state = briscalone.apply(start, DEALER, dealing)
    steps: Steps = (Step(0, DEALER, "", "", start), Step(1, DEALER, str(dealing), "", state))
    script = iter((*ACE_BY_SEAT_0, *("",) * 5, "call h"))
    while True:
        yield steps
        (seat,) = briscalone.to_act(state)
        free = [card for card in state.hands[seat] if card not in kept]
        text = next(script, "") or (f"play {CARD_TEXT[free[0]]}" if free else "")
        if not text:
            return
        state = briscalone.apply(state, seat, briscalone.parse(text))
        steps = (*steps, Step(steps[-1].seq + 1, seat, text, "", state))


@pytest.mark.django_db
def test_the_secret_has_the_same_box_for_everyone() -> None:
    game = begun("briscalone")
    state = empty_table()
    steps: Steps = (Step(0, DEALER, "", "", state),)
    for seq, text in enumerate(CALLED, 1):
        (seat,) = briscalone.to_act(state)
        state = after(state, text)
        steps = (*steps, Step(seq, seat, text, "", state))
    boxes = {
        re.sub(">[^<]*<", "><", found)
        for seat in range(5)
        for found in re.findall(r'<p class="own-secret".*?</p>', sent(game, steps, seat, PLAIN))
    }
    assert boxes == {'<p class="own-secret" id="own-secret"></p>'}
