"""Stepping through a finished game."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.account_deletion import delete_account
from accounts.models import User
from games.log import door, sharing
from games.log.triggers import TRIGGERS
from games.log.window import state_of
from games.models import Game
from games.rules.cards import CARD_TEXT, cards_of
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.bruno.secrets import may_be_shown
from tests.kit.factories import UserFactory
from tests.kit.markup import Page
from tests.kit.pages import without_token
from tests.kit.worlds import cards_named, without_glance

OWN = re.compile(r'<section class="you.*?</section>', re.DOTALL)


@pytest.fixture
def over(db: None) -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    return table


@pytest.fixture
def private(over: AtTable) -> AtTable:
    """As if its table had been opened for its players alone."""
    TRIGGERS.drop("default")
    Game.objects.filter(pk=over.id).update(is_watchable=False)
    TRIGGERS.create("default")
    return over


def position(client: Client, table: AtTable, **query: str | int) -> str:
    response = client.get(
        f"/games/{table.code}/replay/", {k.strip("_"): v for k, v in query.items()}
    )
    assert response.status_code == 200
    html = str(response.content.decode())
    assert Page(html).faults() == []
    return html


def shown_move(html: str) -> int:
    found = re.search(r'id="table" data-seq="(\d+)"', html)
    assert found
    return int(found[1])


def board(html: str) -> str:
    return html.split('id="table"')[1].split("</main>")[0]


def test_every_position_can_be_seen_as_ones_own_seat_saw_it(client: Client, over: AtTable) -> None:
    client.force_login(over.users[1])
    for move in range(1, over.seq + 1, 3):
        html = position(client, over, at=move)
        hand = {CARD_TEXT[card] for card in cards_of(state_of(over.id, move).hands[1])}
        own = OWN.search(html)
        assert shown_move(html) == move and own
        assert hand <= cards_named("bruno", own[0]), move


def test_any_seat_may_be_looked_through_but_no_card_face_down(
    client: Client, over: AtTable
) -> None:
    """With no account: a game that was open to watch is open to look back at."""
    for seat in range(4):
        html = position(client, over, at=5, as_=seat)
        assert cards_named("bruno", html) <= may_be_shown([state_of(over.id, 5)], seat)


def test_with_all_cards_open_every_hand_and_every_face_down_card_is_there(
    client: Client, over: AtTable
) -> None:
    html, state = position(client, over, at=5, as_="all"), state_of(over.id, 5)
    hands = {CARD_TEXT[card] for hand in state.hands for card in cards_of(hand)}
    down = {CARD_TEXT[card] for row in state.down for card in row if card is not None}
    assert hands | down <= cards_named("bruno", html.split('id="open-hands"')[1])
    assert cards_named("bruno", board(html)) <= may_be_shown([state], None)


def test_no_move_can_be_sent_from_it(client: Client, over: AtTable) -> None:
    for move in range(1, over.seq + 1, 17):
        html = position(client, over, at=move)
        assert 'id="move"' not in html and "/play/" not in html and "data-live" not in html


@pytest.mark.parametrize(
    ("at", "shown", "says"),
    [
        ("1", 1, ""),
        ("7", 7, ""),
        ("", 1, ""),
        ("0", 1, "no such move"),
        ("-3", 1, "no such move"),
        ("x", 1, "no such move"),
        ("²", 1, "no such move"),
        ("9" * 50, 1, "no such move"),
        ("99999", None, "no such move"),
    ],
)
def test_a_move_that_is_not_there_is_the_nearest_and_is_said_to_be(
    client: Client, over: AtTable, at: str, shown: int | None, says: str
) -> None:
    html = position(client, over, at=at)
    assert shown_move(html) == (shown or over.seq)
    assert ('class="scrub-notice"' in html) == bool(says) and says in html


@pytest.mark.parametrize(
    ("seat", "name", "is_said"),
    [("0", "alice", 0), ("3", "dave", 0), ("", "bob", 0), ("9", "bob", 1), ("-1", "bob", 1)],
)
def test_a_seat_that_is_not_there_is_ones_own_and_is_said_to_be(
    client: Client, over: AtTable, seat: str, name: str, is_said: int
) -> None:
    client.force_login(over.users[1])
    html = position(client, over, at=3, as_=seat)
    assert f'aria-current="true">{name}<' in html
    assert html.count("There is no such seat at this table.") == is_said


def test_it_steps_to_the_move_before_and_after_and_stops_at_both_ends(
    client: Client, over: AtTable
) -> None:
    client.force_login(over.users[2])
    path = f"/games/{over.code}/replay/"
    for move, before, after in ((1, 1, 2), (4, 3, 5), (over.seq, over.seq - 1, over.seq)):
        html = position(client, over, at=move)
        assert f'id="step-back" href="{path}?at={before}&amp;as=2"' in html
        assert f'id="step-on" href="{path}?at={after}&amp;as=2"' in html


def test_it_leads_to_the_turning_points(client: Client, over: AtTable) -> None:
    points = position(client, over).split('id="points"')[1].split("</nav>")[0]
    moves = [int(n) for n in re.findall(r"\?at=(\d+)&", points)]
    redeals = [m.seq for m in over.game.moves.filter(action__startswith="redeal")]
    assert set(redeals) <= set(moves) and over.seq in moves
    assert points.count(" Ten<") == len(redeals)


def test_the_result_is_hidden_until_it_is_asked_for(client: Client, over: AtTable) -> None:
    result = over.rules.result(over.state)
    assert result is not None
    names = [over.users[seat].username for seat in result.winners]
    told = f"Won by {' and '.join(names)}."
    html = without_glance("bruno", position(client, over, at=5))
    assert told not in html and "out of cards" not in html and "wins" not in html
    assert "Move 5 of" in html and "result hidden" in html
    assert told in position(client, over, at=5, result="1")


def test_what_a_shared_link_shows_of_itself_tells_nothing_of_the_end(
    client: Client, over: AtTable
) -> None:
    html = position(client, over, at=over.seq, as_=1)
    head = html.split("</head>")[0]
    assert f'content="Bruno, move {over.seq} of {over.seq}"' in head
    assert "Seen by bob. At the table: alice, bob, carol, dave." in head
    assert f"http://testserver/games/{over.code}/replay/?at={over.seq}&amp;as=1" in head
    assert "out of cards" not in head and "win" not in head.lower()


# Private games


def test_a_private_game_is_there_for_its_players_alone(client: Client, private: AtTable) -> None:
    path = f"/games/{private.code}/replay/?at=3"
    assert client.get(path).status_code == 404
    client.force_login(UserFactory.create(username="zoe"))
    assert client.get(path).status_code == 404
    client.force_login(private.users[3])
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("page", ["replay/", "record.json", "deal/"])
def test_a_player_can_show_it_to_others_by_a_link(
    client: Client, private: AtTable, page: str
) -> None:
    key = quote(sharing.key_of(private.code))
    assert client.get(f"/games/{private.code}/{page}?key={key}").status_code == 200
    for wrong in ("", "x", key[:-1], key + "x", "%ff", ":" + key, quote("ß")):
        assert client.get(f"/games/{private.code}/{page}?key={wrong}").status_code == 404


def test_the_link_is_in_the_players_page_and_every_step_keeps_it(
    client: Client, private: AtTable
) -> None:
    client.force_login(private.users[0])
    key = sharing.key_of(private.code)
    html = position(client, private, at=3)
    assert f"key={key}" in html and "Copy the private link" in html
    client.logout()
    html = position(client, private, at=3, key=key)
    links = re.findall(r'id="step-\w+" href="([^"]+)"', html)
    assert len(links) == 4 and all(link.endswith(f"&amp;key={key}") for link in links)


def test_a_player_withdraws_the_link_and_the_next_one_is_another(
    client: Client, private: AtTable
) -> None:
    old, path = sharing.key_of(private.code), f"/games/{private.code}/replay/"
    client.force_login(private.users[2])
    assert "Stop sharing" in position(client, private, at=3)
    answer = client.post(f"{path}unshare/", follow=True).content.decode()
    assert "do not work any more" in answer
    new = sharing.key_of(private.code)
    client.logout()
    assert client.get(path, {"key": old}).status_code == 404
    assert "Stop sharing" not in position(client, private, at=3, key=new)


def test_nobody_else_withdraws_it(client: Client, private: AtTable) -> None:
    old, path = sharing.key_of(private.code), f"/games/{private.code}/replay/unshare/"
    assert client.post(f"{path}?key={old}").status_code == 302
    client.force_login(UserFactory.create(username="zoe"))
    assert client.post(f"{path}?key={old}").status_code == 404
    client.force_login(private.users[0])
    assert client.get(path).status_code == 405
    assert sharing.key_of(private.code) == old


def test_a_key_opens_no_other_game_and_none_that_runs(client: Client, private: AtTable) -> None:
    other = another(private)
    wrong = quote(sharing.key_of(private.code))
    own = quote(sharing.key_of(other.code))
    for key in (wrong, own):
        assert client.get(f"/games/{other.code}/replay/?key={key}").status_code == 404


def another(table: AtTable) -> Game:
    """A second game of the same people, private and running."""
    game = door.start(
        kind="bruno",
        config=table.rules.META.configure({}),
        players=table.users,
        server_seed=SHORT_GAME,
        nonces=[""] * 4,
    )
    Game.objects.filter(pk=game.pk).update(is_watchable=False)
    return game


def way_back(client: Client, table: AtTable) -> str:
    html = position(client, table, key=sharing.key_of(table.code))
    found = re.search(r'href="([^"]+)"\s+aria-label="Back"', html)
    assert found is not None and client.get(found[1]).status_code == 200
    return found[1]


def test_a_stranger_goes_back_to_the_front_page(client: Client, over: AtTable) -> None:
    assert way_back(client, over) == "/"
    client.force_login(UserFactory.create(username="zoe"))
    assert way_back(client, over) == f"/games/{over.code}/"


def test_whoever_came_by_a_link_to_a_private_game_goes_back_to_the_front_page(
    client: Client, private: AtTable
) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    assert way_back(client, private) == "/"
    client.force_login(private.users[1])
    assert way_back(client, private) == f"/games/{private.code}/"


def test_a_game_that_is_open_to_watch_needs_no_key(client: Client, over: AtTable) -> None:
    client.force_login(over.users[0])
    assert "key=" not in position(client, over, at=3)


def test_the_replay_calls_people_as_they_are_called_now(client: Client, over: AtTable) -> None:
    """Also in a process that heard nothing of the change."""
    client.force_login(over.users[0])
    assert "bob" in position(client, over, at=5, **{"as": "all"})
    User.objects.filter(username="bob").update(username="Bobby", key="bobby")
    html = board(position(client, over, at=over.seq, **{"as": "all"}))
    assert "Bobby" in html and ">bob<" not in html


@pytest.mark.parametrize("page", ["", "replay", "moves", "play-on", "back"])
def test_so_does_every_page_about_a_game(client: Client, over: AtTable, page: str) -> None:
    """Whoever has left for good is called nothing that they were called, though it was drawn."""
    client.force_login(over.users[0])
    path = f"/games/{over.code}/{page}/".replace("//", "/")
    assert "bob" in client.get(path).content.decode()
    delete_account(over.users[1])
    html = without_token(client.get(path).content.decode())  # which is of letters by chance
    assert "Deleted " in html and "bob" not in html
