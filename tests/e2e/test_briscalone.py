"""Five people play a round of Briscalone, and three of them must not learn who the partner is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from bruno_site.live.page import Pieces
from bruno_site.live.page_diff import prepending, replacing
from games.log import door, states, window
from games.log.states import Step
from games.models import Game
from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.cards import CARD_OF, text_of
from games.rules.game import DEALER, Seat
from tests.kit.browser.people import PHONE, WIDE, Cable, People, Person
from tests.kit.browser.tables import (
    deal_always,
    on_turn,
    play_one,
    sit_down_and_start,
    table_of,
    take_a_turn,
)
from tests.kit.pages import page_at
from tests.kit.worlds import Steps, believe, leaks

# Of this deal seat 2 holds the 4 of clubs and, playing its cards from the left, keeps it for the
# seventh trick.
SEED = bytes([22, 4]) * 16
BIDDER, PARTNER = 0, 2
# Where there is none, the page passes for its player.
AUCTION = ("bid A", "bid 6", "pass", "pass", "", "bid 4", "pass", "pass", "pass", "")
SAID = {"bid A": "Bid an Ace", "bid 6": "Bid a 6", "bid 4": "Bid a 4", "call c": "Call clubs"}
UNKNOWN = {"Nobody knows the partner yet.", "The partner is not known yet."}
POSITION = re.compile(r'id="seq" form="move"[^>]* value="(\d+)"')
# What is said, and that the line holds, is the same for everybody.
SPOKEN = re.compile(r'<p id="(?:say|notice)".*?</p>|<i id="beat".*?</i>')


def test_nobody_learns_who_the_partner_is_before_the_called_card_falls(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_always(SEED, monkeypatch)
    sizes = {"bob": PHONE, "carol": PHONE}
    seated = [
        people.arrive(name, size=sizes.get(name))
        for name in ("alice", "bob", "carol", "dave", "erin")
    ]
    game = sit_down_and_start(seated, "Briscalone")
    auction(seated)
    blind_trick_and_call(game, seated)
    look_back(game, seated)
    play_the_tricks(game, seated, Cable(seated[PARTNER]))
    go_on(seated)
    steps = states.steps(game.pk, 0, window.seq_of(game.pk))
    for seat in {0, 1, 2, 3, 4} - {BIDDER, PARTNER}:
        nothing_told(game, steps, seat, seated[seat].received)
    states.forget_all()


# What stands at the foot of the result lies over a list that is too long for it.
IN_SIGHT = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const sheet = document.querySelector(".sheet");
  return box(".sheet tr:has(.tag)").bottom <= box("#score > .share").top
    && sheet.scrollWidth <= sheet.clientWidth;
}"""


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_at_the_end_everybody_sees_the_totals_without_scrolling(
    people: People, size: dict[str, int]
) -> None:
    alice = people.arrive("alice", size=size)
    game = table_of("briscalone", alice.user, moves=0)
    while not has_one_card_left(state_of(game)):
        go_on_or_play(game)
    alice.go(game.get_absolute_url())
    alice.is_connected()
    play_one(game)
    expect(alice.page.locator("#score")).to_be_visible()
    assert alice.page.evaluate(IN_SIGHT)
    fits(alice)


def has_one_card_left(state: State) -> bool:
    return len(state.results) == state.rounds - 1 and sum(map(len, state.hands)) == 1


def go_on_or_play(game: Game) -> None:
    if on_turn(game) != DEALER:
        play_one(game)
        return
    seq = window.seq_of(game.pk)
    for seat in range(5):
        door.say_ready(game_id=game.pk, seat=seat, seq=seq)


def fits(person: Person) -> None:
    """Nothing is below the fold, whatever is shown."""
    body = "[document.body.scrollHeight, document.body.scrollWidth]"
    assert person.page.evaluate(body) == person.page.evaluate("[innerHeight, innerWidth]")


# Where everything lies, but for what a press may bring.
PLACES = """() => [...document.querySelectorAll(".plate, #centre, #contract, .card, [data-twice]")]
  .map((each) => each.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


def press(person: Person, seq: int, text: str) -> None:
    person.sees_seq(seq)
    fits(person)
    before = person.page.evaluate(PLACES)
    person.page.locator(f'#act [name=action][value="{text}"]').click()
    if text.startswith(("bid", "call")):
        expect(person.page.locator("#act [data-hint]")).to_contain_text("Press again")
        assert person.seq == seq
        assert person.page.evaluate(PLACES) == before
        press_again(person, text)
    expect(person.page.locator("#seq")).not_to_have_attribute("value", str(seq))


def press_again(person: Person, text: str) -> None:
    """A bright button says what it does, as for a chosen card."""
    fits(person)
    again = person.page.locator("#act .btn--act:visible")
    expect(again).to_have_attribute("value", text)
    expect(again).to_have_text(SAID[text])
    again.click()


def auction(seated: list[Person]) -> None:
    keep = seated[4].page.get_by_role("button", name="Pass for the rest")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    for number, text in enumerate(AUCTION):
        if text:
            press(seated[number % 5], number + 1, text)
    seated[0].sees_seq(len(AUCTION) + 1)


def blind_trick_and_call(game: Game, seated: list[Person]) -> None:
    expect(seated[3].page.locator("#demand")).to_contain_text("Blind")
    for person in seated:
        take_a_turn(person, window.seq_of(game.pk))
    seq = window.seq_of(game.pk)
    seated[BIDDER].sees_seq(seq)
    expect(seated[BIDDER].page.locator("#act .suit-call")).to_have_count(4)
    press(seated[BIDDER], seq, "call c")


def look_back(game: Game, seated: list[Person]) -> None:
    """Whoever looks at the last trick can go on looking while others play."""
    leader = briscalone.to_act(state_of(game))[0]
    looking = seated[(leader + 2) % 5].page
    take_a_turn(seated[leader], window.seq_of(game.pk))
    looking.get_by_role("button", name="Last trick").click()
    take_a_turn(seated[(leader + 1) % 5], window.seq_of(game.pk))
    expect(looking.locator("#trick img")).to_have_count(2)
    expect(looking.locator("#last-trick .card")).to_have_count(5)
    expect(looking.locator("#last-trick")).to_be_visible()
    looking.get_by_role("button", name="Close").click()


def play_the_tricks(game: Game, seated: list[Person], line: Cable) -> None:
    """The partner is cut off after their card, and back when it is their turn again."""
    state = state_of(game)
    secret = seated[PARTNER].page.locator("#own-secret")
    expect(secret).to_contain_text("You are the partner of alice")
    while (seat := briscalone.to_act(state)[0]) >= 0:
        if seat == PARTNER:
            line.mend()
        take_a_turn(seated[seat], window.seq_of(game.pk))
        fits(seated[seat])
        if seat == PARTNER and len(state.takers) in (2, 4):
            line.cut()
        state = state_of(game)
    assert state.results[0].partner == PARTNER


def state_of(game: Game) -> State:
    state: State = window.state_of(game.pk, window.seq_of(game.pk))
    return state


def go_on(seated: list[Person]) -> None:
    for person in seated:
        expect(person.page.locator("#round")).to_contain_text("4 of clubs")
        fits(person)
        person.page.get_by_role("button", name="Next round").click()
    for person in seated:
        expect(person.page.locator("#log")).to_contain_text("Round 2 is dealt")


def nothing_told(game: Game, steps: Steps, seat: Seat, received: list[str]) -> None:
    """Every message before the fall could have come from a table with another partner."""
    until = next(step.seq for step in steps if has_fallen(step.state))
    other = elsewhere(steps[:until], seat)
    messages = dict(positions(received))
    seen = [seq for seq in messages if seq < until]
    assert max(seen) == until - 1 and len(seen) > 35
    for seq in seen:
        message = messages[seq]
        partner = set(re.findall(r"[^<>]*partner[^<>]*", message))
        assert partner <= UNKNOWN, partner
        assert not leaks(game.kind, message, steps[: seq + 1], seat)
        believe(game, other[: seq + 1])
        assert rest_of(message, page_at(game.pk, seat, seq).draw(None)) == ""


def rest_of(message: str, pieces: Pieces) -> str:
    """What is left of a message without the pieces that this drawing has too."""
    for html in (*pieces.whole().values(), *pieces.parts.values()):
        message = message.replace(replacing(html), "").replace(prepending(html, "full-log"), "")
    return SPOKEN.sub("", message)


def has_fallen(state: State) -> bool:
    return state.called is not None and state.called.card in state.played


def positions(received: list[str]) -> Iterator[tuple[int, str]]:
    for message in received:
        if found := POSITION.search(message):
            yield int(found[1]), message


def elsewhere(steps: Steps, seat: Seat) -> Steps:
    """The same log, of a deal that gave the called card to somebody else."""
    luck, last = Random(seat), steps[-1].state
    seen = briscalone.view(last, seat)
    worlds = (briscalone.imagine(seen, luck) for _ in range(100))
    world = next(world for world in worlds if world.called and world.called.partner != PARTNER)
    hands = [list(hand) for hand in world.hands]
    for step in steps:
        word, _, card = step.text.partition(" ")
        if word == "play":
            hands[step.seat].append(CARD_OF[card])
    dealt = "deal " + text_of(card for hand in hands for card in hand)
    return replayed(steps, dealt)


def replayed(steps: Steps, dealt: str) -> Steps:
    state = steps[0].state
    told = [steps[0]]
    for step in steps[1:]:
        text = dealt if step.text.startswith("deal ") else step.text
        state = briscalone.apply(state, step.seat, briscalone.parse(text))
        told.append(Step(step.seq, step.seat, text, step.by, state))
    return tuple(told)
