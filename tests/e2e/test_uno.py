"""UNO in real browsers: everything that can happen, on wide screens and on phones."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from games.log import door, window
from games.models import Game
from games.rules import fair, uno
from games.rules.game import DEALER, ConfigValue, Seat
from games.rules.uno.actions import Play
from games.rules.uno.cards import CARD_OF, KIND, REVERSE, WILD, cards_of
from games.rules.uno.state import State
from tests.kit.browser.people import PHONE, People, Person
from tests.kit.browser.tables import deal_always, sit_down_and_start
from tests.kit.browser.uno_players import EVERYTHING, Script

# Of this deal the two of the script make a short game with everything in it.
EVENTFUL = bytes([20, 40]) * 16
SIX = ("alice", "bob", "carol", "dave", "erin", "frank")


def state_of(game: Game) -> State:
    state: State = window.state_of(game.pk, window.seq_of(game.pk))
    return state


def press(person: Person, action: str) -> None:
    """As a player does it: a card first, then the button that says what will happen."""
    page = person.page
    if action.startswith("play"):
        last = uno.parse(action)
        assert isinstance(last, Play)
        card = next(text for text, number in CARD_OF.items() if number == last.cards[-1])
        page.locator(f"#card-{card.replace('+', 'p')} button").click()
    page.locator(f'button[name=action][value="{action}"]:visible').last.click()


def make(game: Game, seated: list[Person], seat: Seat, action: str) -> None:
    seq = window.seq_of(game.pk)
    person = seated[seat]
    person.sees_seq(seq)
    press(person, action)
    expect(person.page.locator("#seq")).not_to_have_attribute("value", str(seq))


def test_two_people_play_a_whole_game_with_everything_in_it(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_always(EVENTFUL, monkeypatch)
    seated = [people.arrive("alice"), people.arrive("bob", size=PHONE)]
    game = sit_down_and_start(seated, "UNO")
    script = Script()
    while state_of(game).stage == "play":
        make(game, seated, *script.next_move(state_of(game)))
    assert script.done == EVERYTHING
    game.refresh_from_db()
    assert game.result is not None
    (winner,) = game.result["winners"]
    for seat, person in enumerate(seated):
        ending = "You win." if seat == winner else f"{seated[winner].user.username} wins."
        expect(person.page.locator("#score h2")).to_have_text(ending, timeout=15_000)
        expect(person.page.locator("#score .account tbody tr")).to_have_count(2)
    told = told_to(seated[winner], game)
    for sentence in ("it was a bluff", "it was no bluff", "has not said UNO", "has said UNO"):
        assert sentence in told


def told_to(person: Person, game: Game) -> str:
    """The whole log, with “you” as a name."""
    person.go(f"{game.get_absolute_url()}moves/")
    text = person.page.locator(".full-log").inner_text()
    return re.sub(r"you have", "has", text)


def hurried(state: State) -> str:
    """Says it in time, and lays the first card that fits."""
    legal = [str(action) for action in uno.legal_actions(state, state.turn)]
    return "uno" if "uno" in legal else legal[0]


def dealt(config: dict[str, ConfigValue], seats: int, seed: bytes) -> State:
    empty = uno.new(uno.META.configure(config), seats)
    return uno.apply(empty, DEALER, uno.deal(empty, seed))


def begun(wanted: Callable[[State], bool], *seated: Person, **config: ConfigValue) -> Game:
    """A game whose first deal is as wanted."""
    nonces = [""] * len(seated)
    for number in count():
        server_seed = number.to_bytes(32)
        if wanted(dealt(config, len(seated), fair.game_seed(server_seed, nonces))):
            break
    return door.start(
        kind="uno",
        config=uno.META.configure(config),
        players=[person.user for person in seated],
        server_seed=server_seed,
        nonces=nonces,
    )


def is_over_soon(state: State) -> bool:
    """Played in a hurry, within two rounds of the table."""
    for _ in range(12):
        if state.stage != "play":
            return False
        state = uno.apply(state, state.turn, uno.parse(hurried(state)))
        if state.stage == "over":
            return True
    return False


def test_six_people_play_to_the_end_on_phones_that_never_scroll(people: People) -> None:
    seated = [people.arrive(name, size=PHONE) for name in SIX]
    game = begun(is_over_soon, *seated, hand_size=2, first_seat=0)
    for person in seated:
        person.go(game.get_absolute_url())
    while (state := state_of(game)).stage == "play":
        make(game, seated, state.turn, hurried(state))
        for person in seated:
            assert fits_the_window(person.page)
    for person in seated:
        expect(person.page.locator("#score .account tbody tr")).to_have_count(6, timeout=15_000)


def turning(state: State) -> str:
    """Laying a Reverse, if that can be done."""
    plays = (each for each in uno.legal_actions(state, 0) if isinstance(each, Play))
    return next((str(each) for each in plays if KIND[each.cards[0]] == REVERSE), "")


def test_on_a_phone_nothing_moves_when_the_direction_turns(people: People) -> None:
    alice, *others = (people.arrive(name, size=PHONE) for name in SIX[:3])
    game = begun(lambda state: bool(turning(state)), alice, *others, first_seat=0)
    alice.go(game.get_absolute_url())
    colour = alice.page.locator("#colour")
    expect(colour).to_be_visible()
    before = colour.bounding_box()
    make(game, [alice], 0, turning(state_of(game)))
    assert colour.bounding_box() == before


def test_on_a_phone_names_of_eight_letters_are_whole_at_a_table_of_six(people: People) -> None:
    alice = people.arrive("alice", size=PHONE)
    others = [
        people.arrive(name) for name in ("Giuseppe", "Hannelore", "Margaret", "Roberto", "Zo")
    ]
    game = begun(lambda state: True, alice, *others)
    alice.go(game.get_absolute_url())
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).length"
    assert alice.page.locator(".others .who b").evaluate_all(cut) == 0


def fits_the_window(page: Page) -> bool:
    script = """() => document.documentElement.scrollHeight <= innerHeight
        && document.documentElement.scrollWidth <= innerWidth
        && [...document.querySelectorAll("#table button, .plate, .card")].every(
            (each) => each.getBoundingClientRect().bottom <= innerHeight + 1)"""
    return bool(page.evaluate(script))


def holds_a_wild(state: State) -> bool:
    return state.turn == 0 and WILD in cards_of(state.hands[0])


def tab_to(page: Page, goal: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator(f"{goal}:focus, {goal} :focus").count():
            return
    raise AssertionError(f"{goal} is out of the keyboard's reach")


def test_a_wild_and_its_colour_are_chosen_by_keyboard(people: People) -> None:
    seated = [people.arrive("alice"), people.arrive("bob")]
    game = begun(holds_a_wild, *seated, first_seat=0)
    page = seated[0].page
    seated[0].go(game.get_absolute_url())
    page.locator("#hand").focus()
    tab_to(page, "#card-wild")
    page.keyboard.press("Enter")
    colours = page.locator("#act button:visible")
    expect(colours).to_have_text(["Red", "Green", "Blue", "Yellow"], use_inner_text=True)
    tab_to(page, '[value="play wild b"]')
    page.keyboard.press("Space")
    expect(page.locator("#colour")).to_contain_text("Blue")
    assert state_of(game).colour == 2
    page.get_by_role("button", name="2 laid").click()
    expect(page.locator("#whole-pile")).to_be_visible()
    expect(page.locator("#whole-pile")).to_contain_text("Wilds: W")


def test_without_script_every_colour_is_a_button_of_its_own(people: People) -> None:
    seated = [people.arrive("alice", script=False, size=PHONE), people.arrive("bob")]
    game = begun(holds_a_wild, *seated, first_seat=0)
    seated[0].go(game.get_absolute_url())
    seated[0].page.get_by_role("button", name="Wild Yellow").click()
    expect(seated[0].page.locator("#colour")).to_contain_text("Yellow")
    assert state_of(game).colour == 3


def has_one_that_does_not_fit(state: State) -> bool:
    return state.turn == 0 and not state.pending and bool(misfits(state))


def misfits(state: State) -> list[str]:
    """Cards that the seat on turn holds and may not lay."""
    fitting = {str(action) for action in uno.legal_actions(state, state.turn)}
    held = [text for text, card in CARD_OF.items() if card in cards_of(state.hands[state.turn])]
    return [text for text in held if CARD_OF[text] < WILD and f"play {text}" not in fitting]


def test_whoever_wants_no_hints_may_lay_what_does_not_fit_and_pays(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    alice.user.shows_playable = False
    alice.user.save()
    game = begun(has_one_that_does_not_fit, alice, bob, first_seat=0)
    state = state_of(game)
    alice.go(game.get_absolute_url())
    expect(alice.page.locator("#hand :is(.can, .cannot)")).to_have_count(0)
    make(game, [alice, bob], 0, f"play {misfits(state)[0]}")
    expect(alice.page.locator("#log")).to_contain_text("which does not fit and goes back")
    assert state_of(game).hands[0].bit_count() == state.hands[0].bit_count() + 1
    expect(alice.page.locator("#turning-point")).to_contain_text("It is still your turn.")
    expect(alice.page.locator("#hand .chosen")).to_have_count(0)
    alice.page.locator("#hand [data-pick] button").first.click()
    expect(alice.page.locator("#turning-point")).to_be_hidden()
    expect(alice.page.get_by_role("button", name="Draw a card")).to_be_visible()


def test_what_is_chosen_stays_chosen_while_others_speak(people: People) -> None:
    seated = [people.arrive(name) for name in ("alice", "bob", "carol")]
    game = begun(has_a_number_to_lay_and_bob_too, *seated, hand_size=2, first_seat=0)
    for person in seated:
        person.go(game.get_absolute_url())
    make(game, seated, 0, hurried_without_a_word(state_of(game)))
    bob = seated[1]
    bob.sees_seq(window.seq_of(game.pk))
    bob.page.locator("#hand .can button").first.click()
    make(game, seated, 2, "catch 0")
    bob.sees_seq(window.seq_of(game.pk))
    expect(bob.page.locator("#hand .chosen")).to_have_count(1)
    bob.page.locator("#act .chosen").first.click()
    expect(bob.page.locator("#hand .chosen")).to_have_count(0)


def test_between_rounds_everyone_looks_and_then_presses_on(people: People) -> None:
    seated = [people.arrive("alice"), people.arrive("bob", size=PHONE)]
    config: dict[str, ConfigValue] = {"hand_size": 1, "first_seat": 0, "target_score": 500}
    game = begun(lambda state: hurried(state).startswith("play"), *seated, **config)
    for person in seated:
        person.go(game.get_absolute_url())
    state = state_of(game)
    make(game, seated, state.turn, hurried(state))
    for person in seated:
        expect(person.page.locator("#round")).to_contain_text("Left in hand")
        person.page.get_by_role("button", name="Next round").click()
    for person in seated:
        expect(person.page.locator("#hand")).to_be_visible(timeout=15_000)


def test_a_catch_is_pressed_on_the_seat_it_concerns_while_another_is_to_play(
    people: People,
) -> None:
    seated = [people.arrive(name) for name in ("alice", "bob", "carol")]
    game = begun(has_a_number_to_lay, *seated, hand_size=2, first_seat=0)
    for person in seated:
        person.go(game.get_absolute_url())
    make(game, seated, 0, hurried_without_a_word(state_of(game)))
    carol = seated[2].page
    expect(carol.locator("#act")).to_contain_text("Waiting for bob")
    carol.locator("#seat-0").get_by_role("button", name="Catch alice").click()
    expect(carol.locator("#log")).to_contain_text("You catch alice, who has not said UNO.")
    for person in seated:
        expect(person.page.locator("#seq")).to_have_attribute("value", "3")
        expect(person.page.get_by_role("button", name="Catch alice")).to_have_count(0)


def hurried_without_a_word(state: State) -> str:
    return str(uno.legal_actions(state, state.turn)[0])


def has_a_number_to_lay_and_bob_too(state: State) -> bool:
    if not has_a_number_to_lay(state):
        return False
    laid = uno.apply(state, 0, uno.parse(hurried_without_a_word(state)))
    return re.fullmatch(r"play \w\d", hurried_without_a_word(laid)) is not None


def has_a_number_to_lay(state: State) -> bool:
    return state.turn == 0 and re.fullmatch(r"play \w\d", hurried_without_a_word(state)) is not None
