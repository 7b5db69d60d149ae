"""Stepping through a finished game."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.log.window import state_of
from games.rules.cards import CARD_TEXT, cards_of
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.bruno.secrets import may_be_shown
from tests.kit.factories import UserFactory
from tests.kit.markup import Page
from tests.kit.worlds import cards_named

OWN = re.compile(r'<section class="you.*?</section>', re.DOTALL)


@pytest.fixture
def over(db: None) -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_on()
    return table


def position(client: Client, table: AtTable, **query: str | int) -> str:
    response = client.get(f"/games/{table.id}/replay/", query)
    assert response.status_code == 200
    html = str(response.content.decode())
    assert Page(html).faults() == []
    return html


def shown_move(html: str) -> int:
    found = re.search(r'id="table" data-seq="(\d+)"', html)
    assert found
    return int(found[1])


def test_every_position_can_be_seen_as_ones_own_seat_saw_it(client: Client, over: AtTable) -> None:
    client.force_login(over.users[1])
    for move in range(1, over.seq + 1):
        html = position(client, over, move=move)
        hand = {CARD_TEXT[card] for card in cards_of(state_of(over.id, move).hands[1])}
        own = OWN.search(html)
        assert shown_move(html) == move and own
        assert hand <= cards_named("bruno", own[0]), move


def test_any_seat_may_be_looked_through_but_no_card_face_down(
    client: Client, over: AtTable
) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    for seat in range(4):
        html = position(client, over, move=5, seat=seat)
        assert cards_named("bruno", html) <= may_be_shown([state_of(over.id, 5)], seat)


def test_no_move_can_be_sent_from_it(client: Client, over: AtTable) -> None:
    client.force_login(over.users[0])
    for move in range(1, over.seq + 1, 7):
        html = position(client, over, move=move)
        assert 'id="move"' not in html and "/play/" not in html and "data-live" not in html


@pytest.mark.parametrize(
    ("move", "shown"),
    [("0", 1), ("1", 1), ("7", 7), ("99999", None), ("x", 1), ("-3", 1), ("", 1)],
)
def test_it_opens_at_the_deal_and_a_move_out_of_bounds_is_the_nearest(
    client: Client, over: AtTable, move: str, shown: int | None
) -> None:
    client.force_login(over.users[0])
    assert shown_move(position(client, over, move=move)) == (shown or over.seq)


@pytest.mark.parametrize(
    ("seat", "name"), [("0", "alice"), ("3", "dave"), ("9", "dave"), ("x", "bob"), ("", "bob")]
)
def test_a_seat_that_is_not_there_is_the_last_one_or_ones_own(
    client: Client, over: AtTable, seat: str, name: str
) -> None:
    client.force_login(over.users[1])
    html = position(client, over, move=3, seat=seat)
    assert f'aria-current="true">{name}<' in html


def test_it_steps_to_the_move_before_and_after_and_stops_at_both_ends(
    client: Client, over: AtTable
) -> None:
    client.force_login(over.users[2])
    for move, before, after in ((1, 1, 2), (4, 3, 5), (over.seq, over.seq - 1, over.seq)):
        html = position(client, over, move=move)
        assert f'id="step-back" href="?move={before}&amp;seat=2"' in html
        assert f'id="step-on" href="?move={after}&amp;seat=2"' in html


def test_it_leads_to_the_turning_points(client: Client, over: AtTable) -> None:
    client.force_login(over.users[0])
    points = position(client, over).split('class="points"')[1]
    moves = [int(n) for n in re.findall(r"\?move=(\d+)&", points)]
    redeals = [m.seq for m in over.game.moves.filter(action__startswith="redeal")]
    assert set(redeals) <= set(moves) and over.seq in moves
    assert points.count("All hands are dealt anew.") == len(redeals)
