"""Games to look at, in the position a test wants."""

from __future__ import annotations

from playwright.sync_api import expect

from games import queries, service
from games.models import Game
from games.rules import rules_of

from .people import Person


def bruno(*people: Person, moves: int = 0, seed: int = 1) -> Game:
    """A running game of these four, some moves on; the first legal action is always taken."""
    rules = rules_of("bruno")
    game = service.start(
        kind="bruno",
        config=rules.META.configure({}),
        players=[person.user for person in people],
        server_seed=bytes([seed]) * 32,
        nonces=[""] * 4,
    )
    for _ in range(moves):
        play_one(game)
    return game


def on_turn(game: Game) -> int:
    rules, seq = rules_of(game.kind), queries.seq_of(game.pk)
    return rules.to_act(queries.state_of(game.pk, seq))[0]


def play_one(game: Game, which: int = 0) -> None:
    seat, seq = on_turn(game), queries.seq_of(game.pk)
    action = queries.seen_by(game.pk, seat, seq).actions[which]
    service.play(game_id=game.pk, seat=seat, seq=seq, action=str(action))


def take_a_turn(person: Person, seq: int) -> None:
    """As a hurried player would: the first card that can be played, all of its rank."""
    person.sees_seq(seq)
    card = person.page.locator("#hand .can button").first
    if card.count():
        card.click()
    person.page.locator("#act button[name=action]:visible").first.click()
    expect(person.page.locator("#table")).not_to_have_attribute("data-seq", str(seq))
