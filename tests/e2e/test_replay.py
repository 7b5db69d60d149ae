"""Looking back at games, and playing on from where one likes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.lab.simulation import planned, play_deals
from games.log import papers
from games.log.export import record_of
from games.log.window import state_of
from games.models import Game
from games.rules import fair
from games.time import clock, house
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.browser.boxes import CUT, LAID_OVER
from tests.kit.browser.keeper import Keeper
from tests.kit.browser.people import PHONE, WIDE, People, Person
from tests.kit.browser.tables import take_a_turn
from tests.kit.bruno.secrets import may_be_shown
from tests.kit.commands import golden
from tests.kit.worlds import cards_named

GAMES = 50
TALL = {"width": 390, "height": 844}
# docs/record.md's way of shuffling, by the seed 00 01 … 1f.
SHUFFLED = """([label, items]) =>
  shuffled(Uint8Array.from(Array(32).keys()), label, items || DECKS.bruno)"""
VECTOR = (
    "Jc 5s 2d Ad 4c Ac As 6c Qh Kd 4s 7d 3d Js 10h 3c 3h 8c 2h 2c 6s Jd 5h 8h 7s 6h 3s 7c 10c Ah "
    "6d 10s 4h 9c 5d 2s 8d 9s 5c Qs 4d Qc 9d 8s Kh 9h Ks Qd Kc Jh 7h 10d"
)


# Presses on as soon as the next position stands there, which nobody's fingers are too fast for.
PRESSES_AT_ONCE = """() => {
  new MutationObserver((changes, observer) => {
    observer.disconnect();
    document.getElementById("step-on").click();
  }).observe(document.body, { childList: true });
  document.getElementById("step-on").click();
}"""


@pytest.fixture
def over(people: People) -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    return table


@pytest.fixture
def keeper(people: People, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    monkeypatch.setattr(house, "TICK_SECONDS", 0.01)
    for name in ("SOONEST", "SPREAD", "WINDOW"):
        monkeypatch.setattr(clock, name, timedelta(milliseconds=5))
    with Keeper() as keeper:
        yield keeper


def sees_move(page: Page, move: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-seq", str(move))


def seen_to_the_end(page: Page, table: AtTable, seat: int) -> None:
    """Step by step, by the keyboard; every page names what that seat could know, no more."""
    for move in range(37, table.seq + 1):
        sees_move(page, move)
        state, named = state_of(table.id, move), cards_named("bruno", page.content())
        assert may_be_shown([state], seat) - may_be_shown([state], None) <= named
        assert named <= may_be_shown([state], seat), move
        page.keyboard.press("ArrowRight")
    assert f"at={table.seq}&as={seat}" in page.url


def test_a_link_that_just_came_with_a_position_changes_the_position_only(
    people: People, over: AtTable
) -> None:
    """It loaded the whole page while htmx waited to look at what it had put there."""
    page = people.browser.new_context(reduced_motion="reduce").new_page()
    page.goto(f"{people.url}/games/{over.code}/replay/?at=37&as=0")
    page.evaluate("window.stays = true")
    page.evaluate(PRESSES_AT_ONCE)
    sees_move(page, 39)
    assert page.evaluate("window.stays")
    page.context.close()


def test_a_link_to_move_37_opens_for_anybody_and_is_stepped_from_two_seats_to_the_end(
    people: People, over: AtTable
) -> None:
    """In a fresh browser, with no account."""
    page = people.browser.new_context(reduced_motion="reduce").new_page()
    for seat in (0, 1):
        page.goto(f"{people.url}/games/{over.code}/replay/?at=37&as={seat}")
        # The rules at a glance, with their cards, are the same at every table.
        page.evaluate("document.getElementById('glance').remove()")
        seen_to_the_end(page, over, seat)
    page.keyboard.press("Home")
    sees_move(page, 1)
    page.get_by_label("How fast it plays by itself").select_option("fast")
    page.get_by_role("button", name="Play by itself").click()
    sees_move(page, 3)
    page.get_by_role("button", name="Play by itself").click()
    page.keyboard.press("End")
    sees_move(page, over.seq)
    page.context.close()


def test_on_a_phone_a_turning_point_is_pressed_and_played_on_from(
    people: People, over: AtTable, keeper: Keeper
) -> None:
    zoe = people.arrive("zoe", size=PHONE)
    ten = over.game.moves.filter(action__startswith="redeal").order_by("seq").last()
    assert ten is not None
    seat = over.rules.to_act(state_of(over.id, ten.seq))[0]
    zoe.go(f"/games/{over.code}/replay/?at=1&as={seat}")
    for control in ("#at", "#step-on", "#play", ".marks", ".seg"):
        expect(zoe.page.locator(control)).to_be_in_viewport(ratio=1)
    assert zoe.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    zoe.page.get_by_role("link", name=f"{ten.seq} Ten").click()
    sees_move(zoe.page, ten.seq)
    zoe.page.get_by_role("link", name="Play on from here").click()
    zoe.page.get_by_role("button", name="As I knew it").click()
    take_a_turn(zoe, ten.seq)
    game = Game.objects.get(parent=over.id)
    zoe.waits_for(f"Number(document.getElementById('seq').value) >= {ten.seq + 2}")
    game.refresh_from_db()
    assert game.seq >= ten.seq + 2 and not game.is_watchable


# Words in the middle of a trick that are cut off, or that a card lies on.
CROWDED = """() => {
  const middle = document.getElementById("demand");
  const parts = [middle, ...middle.querySelectorAll("b")];
  const cut = parts.filter((part) => part.scrollWidth > part.clientWidth);
  const words = document.createRange();
  words.selectNodeContents(middle);
  const box = words.getBoundingClientRect();
  const meets = (card) => card.left < box.right && card.right > box.left
    && card.top < box.bottom && card.bottom > box.top;
  const cards = [...document.querySelectorAll("#trick :is(.card:not(.card--none), .tab)")];
  const over = cards.map((card) => card.getBoundingClientRect()).filter(meets);
  return cut.length + over.length;
}"""


def brought(person: Person, record: object) -> str:
    paper = papers.keep(user=person.user, file=json.dumps(record).encode())
    return f"/games/records/{paper.code}/"


def test_on_a_small_phone_a_hand_of_two_rows_lies_on_nothing(people: People) -> None:
    zoe = people.arrive("zoe", size=PHONE)
    path = brought(zoe, golden())
    for at, seat in ((18, 1), (33, 2)):
        zoe.go(f"{path}?at={at}&as={seat}")
        expect(zoe.page.locator("#hand > li:nth-child(8)")).to_be_visible()
        assert [*zoe.page.evaluate(CUT), *zoe.page.evaluate(LAID_OVER)] == []


def test_with_all_cards_open_no_card_lies_on_what_a_trick_is_worth(people: People) -> None:
    plan = planned("briscalone", ["random"] * 5, "trick", "{}", recorded=True)
    record = json.loads(next(iter(play_deals(plan, 1))).records[0])
    zoe = people.arrive("zoe")
    path = brought(zoe, record)
    plays = [at for at, move in enumerate(record["moves"], 1) if move["action"].startswith("play")]
    crowded = []
    for at in plays[:5]:
        zoe.go(f"{path}?at={at}&as=all")
        for size in (TALL, WIDE):
            zoe.page.set_viewport_size(size)  # type: ignore[arg-type]
            crowded += [(at, size)] * zoe.page.evaluate(CROWDED)
    assert crowded == []


SEATS = {"bruno": 4, "uno": 3, "briscalone": 5}
OF_SEVERAL_ROUNDS = {"uno": '{"target_score": 100}'}


def recorded(kind: str) -> list[dict[str, Any]]:
    """Records of fifty games by chance; the moves of others than the dealer are not looked at."""
    bots, config = ["random"] * SEATS[kind], OF_SEVERAL_ROUNDS.get(kind, "{}")
    plan = planned(kind, bots, "check", config, recorded=True)
    records = [json.loads(line) for deal in play_deals(plan, GAMES) for line in deal.records]
    return [each | {"moves": [m for m in each["moves"] if m["seat"] is None]} for each in records]


def checks(page: Page, folder: Path, record: object) -> None:
    """Has the page check this record instead of its own."""
    file = folder / f"{len(list(folder.iterdir()))}.json"
    file.write_text(json.dumps(record))
    page.get_by_label("Check another record").set_input_files(file)


def test_a_browser_deals_every_game_again_and_finds_a_changed_card(
    people: People, over: AtTable, tmp_path: Path
) -> None:
    page = people.browser.new_context().new_page()
    page.goto(f"{people.url}/games/{over.code}/deal/")
    expect(page.locator("#verdict")).to_have_class("verdict verdict--good")
    expect(page.locator("#proof")).to_contain_text("The shares of this shuffle were not sealed")
    expect(page.locator("#seal")).to_have_text(over.game.seal.commitment)
    page.get_by_label("The seal you noted").fill(over.game.seal.commitment[:12])
    expect(page.locator("#same-seal")).to_contain_text("It is the same")

    record = json.loads(record_of(over.game).to_json())
    words = record["moves"][0]["action"].split(" ")
    words[5], words[9] = words[9], words[5]
    record["moves"][0]["action"] = " ".join(words)
    checks(page, tmp_path, record)
    expect(page.locator("#verdict")).to_have_class("verdict verdict--bad")
    expect(page.locator("#shuffles .bad")).to_contain_text("Move 1, shuffle “deal:0”")
    expect(page.locator("#proof")).to_be_empty()
    unread = tmp_path / "unread.json"
    unread.write_text("nothing")
    page.get_by_label("Check another record").set_input_files(unread)
    expect(page.locator("#verdict")).to_contain_text("no record")
    expect(page.locator("#shuffles li")).to_have_count(0)
    page.context.close()


def test_a_browser_holds_nonces_to_their_seals(
    people: People, over: AtTable, tmp_path: Path
) -> None:
    page = people.browser.new_context().new_page()
    page.goto(f"{people.url}/games/{over.code}/deal/")
    sealed = json.loads(record_of(over.game).to_json())
    sealed["nonce_seals"] = [fair.nonce_seal(nonce) for nonce in sealed["nonces"]]
    checks(page, tmp_path, sealed)
    expect(page.locator("#verdict")).to_have_class("verdict verdict--good")
    expect(page.locator("#proof")).to_contain_text("nobody could choose these cards")
    checks(page, tmp_path, sealed | {"nonces": [""] * 4, "nonce_seals": [""] * 4, "seed": None})
    expect(page.locator("#verdict")).to_have_class("verdict verdict--bad")
    sealed["nonce_seals"][2] = "ab" * 32
    checks(page, tmp_path, sealed)
    expect(page.locator("#verdict")).to_have_class("verdict verdict--bad")
    expect(page.locator("#shuffles .bad")).to_have_text(
        "The share of seat 3 does not fit its seal."
    )
    page.context.close()


def test_a_browser_finds_seals_that_it_was_not_shown(
    people: People, over: AtTable, tmp_path: Path
) -> None:
    """Also of a player who was shown without one: the site could have added it afterwards."""
    page = people.browser.new_context().new_page()
    page.goto(f"{people.url}/games/{over.code}/deal/")
    record = json.loads(record_of(over.game).to_json())
    seals = [fair.nonce_seal(nonce) for nonce in record["nonces"]]
    shown = {"all": seals, "one less": [seals[0], "", "", ""], "others": ["ab" * 32, *seals[1:]]}
    for name, noted in shown.items():
        known = [[seat, seal] for seat, seal in enumerate(noted) if seal]
        note = json.dumps([[over.code, over.game.seal.commitment, known, 1]])
        page.evaluate("(note) => localStorage.setItem('seals', note)", note)
        checks(page, tmp_path, record | {"nonce_seals": seals})
        expected = "are those" if name == "all" else "are not those"
        expect(page.locator("#same-shares")).to_contain_text(expected)
    page.context.close()


def test_a_browser_shuffles_as_the_site_does(people: People, over: AtTable) -> None:
    page = people.browser.new_context().new_page()
    page.goto(f"{people.url}/games/{over.code}/deal/")
    assert page.evaluate(SHUFFLED, ["deal:0", None]) == VECTOR.split(" ")
    assert page.evaluate(SHUFFLED, ["start", [0, 1, 2, 3]]) == [0, 3, 2, 1]
    labels = set()
    for kind in SEATS:
        for found in page.evaluate("(all) => Promise.all(all.map(checked))", recorded(kind)):
            assert found["holds"] and found["shuffles"]
            labels |= {shuffle["label"].split(":")[0] for shuffle in found["shuffles"]}
    assert labels == {"deal", "redeal", "reshuffle"}
    page.context.close()
