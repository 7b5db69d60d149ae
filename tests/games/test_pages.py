"""The pages of a game, as a browser without scripts gets them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.rules import replay
from games.rules.record import Record
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory
from tests.kit.histories import tell
from tests.kit.markup import Page
from tests.kit.sockets import notice_of, seq_of

HTMX = {"HX-Request": "true"}
BUTTON = re.compile(r'<button[^>]*type="submit"[^>]*form="move"[^>]*name="action" value="([^"]*)"')


@pytest.fixture
def running(db: None) -> AtTable:
    return AtTable(server_seed=SHORT_GAME)


@pytest.fixture
def over(running: AtTable) -> AtTable:
    running.play_out()
    tell()
    return running


def log_in(client: Client, user: User) -> None:
    client.force_login(user)


def got(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    html = str(response.content.decode())
    if "<!doctype" in html:
        assert Page(html).faults() == [], path
    return html


def row_of(html: str, table: AtTable) -> str:
    """The line of a list that leads to this game."""
    (row,) = [row for row in html.split("<li") if f'href="/games/{table.code}/"' in row]
    return row


# My games


def test_my_running_games_say_where_it_is_my_turn(client: Client, running: AtTable) -> None:
    for seat, user in enumerate(running.users):
        log_in(client, user)
        row = row_of(got(client, "/games/"), running)
        assert ("your turn" in row) == (seat == running.turn)
        assert "you" in row and "Bruno" in row and "started just now" in row
        assert {"alice", "bob", "carol", "dave"} - {user.username} <= set(re.findall(r"\w+", row))


def test_my_past_games_say_who_won(client: Client, over: AtTable) -> None:
    result = Game.objects.get(pk=over.id).result
    assert result is not None
    for seat, user in enumerate(over.users):
        log_in(client, user)
        row = row_of(got(client, "/games/"), over)
        assert (">won<" in row) == (seat in result["winners"])
        assert (">lost<" in row) == (seat not in result["winners"])
        assert f'href="/games/{over.code}/replay/"' in row


def test_games_of_others_are_not_mine(client: Client, running: AtTable) -> None:
    log_in(client, UserFactory.create(username="zoe"))
    html = got(client, "/games/")
    assert "No game is running." in html and "No finished game here." in html


# The table


def test_the_title_tells_a_player_in_another_tab_that_it_is_their_turn(
    client: Client, running: AtTable
) -> None:
    log_in(client, running.users[running.turn])
    html = got(client, f"/games/{running.code}/")
    assert "<title>Your turn: a free lead. Bruno" in html
    log_in(client, running.users[running.turn - 1])
    name = running.users[running.turn].username
    assert f"<title>{name} is to play. Bruno" in got(client, f"/games/{running.code}/")


def test_every_legal_action_is_a_button_and_nothing_else_is(
    client: Client, running: AtTable
) -> None:
    while not running.is_over:
        legal = [str(each) for each in running.rules.legal_actions(running.state, running.turn)]
        log_in(client, running.users[running.turn])
        assert BUTTON.findall(got(client, f"/games/{running.code}/")) == legal
        log_in(client, running.users[(running.turn + 1) % 4])
        assert BUTTON.findall(got(client, f"/games/{running.code}/")) == []
        running.play_on(5)


def test_a_game_can_be_played_to_its_end_by_following_forms(
    client: Client, running: AtTable
) -> None:
    for _move in range(200):
        game = Game.objects.get(pk=running.id)
        if game.is_over:
            break
        log_in(client, running.users[running.turn])
        html = got(client, f"/games/{running.code}/")
        form = {"seq": seq_of(html), "action": running.luck.choice(BUTTON.findall(html))}
        response = client.post(f"/games/{running.code}/play/", form)
        assert response["Location"] == f"/games/{running.code}/"
        assert running.seq > game.seq
    assert " win." in got(client, f"/games/{running.code}/")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"seq": "1", "action": "collect"}, "There is nothing to collect: the pile is empty."),
        ({"seq": "1", "action": "dance"}, "“dance” is no action of this game."),
        ({"seq": "0", "action": "pass"}, "The table has moved on. Look again before you play."),
        ({"seq": "x", "action": "pass"}, "That message was no move. Nothing was changed."),
        ({"seq": "1"}, "That message was no move. Nothing was changed."),
        ({}, "That message was no move. Nothing was changed."),
    ],
)
def test_a_move_that_is_refused_comes_back_with_a_sentence(
    client: Client, running: AtTable, form: dict[str, str], sentence: str
) -> None:
    log_in(client, running.users[running.turn])
    path = f"/games/{running.code}/play/"
    assert notice_of(client.post(path, form, follow=True).content.decode()) == sentence
    part = client.post(path, form, headers=HTMX)
    assert (part.status_code, notice_of(part.content.decode())) == (200, sentence)
    assert "<html" not in part.content.decode()
    assert running.seq == 1


def test_the_sentence_is_said_once(client: Client, running: AtTable) -> None:
    log_in(client, running.users[running.turn])
    client.post(f"/games/{running.code}/play/", {}, follow=True)
    assert notice_of(got(client, f"/games/{running.code}/")) == ""


def test_a_move_by_htmx_is_answered_with_the_new_table(client: Client, running: AtTable) -> None:
    log_in(client, running.users[running.turn])
    move = {"seq": 1, "action": running.some_action()}
    html = client.post(f"/games/{running.code}/play/", move, headers=HTMX).content.decode()
    assert (seq_of(html), notice_of(html)) == (running.seq, "")
    assert "<html" not in html


# Polling


def test_a_page_that_is_up_to_date_gets_nothing(client: Client, running: AtTable) -> None:
    log_in(client, running.users[0])
    running.play_on(3)
    assert got(client, f"/games/{running.code}/poll/?stamp={running.seq}", status=204) == ""
    assert seq_of(got(client, f"/games/{running.code}/poll/?stamp=1")) == running.seq


def test_polling_announces_what_the_page_has_missed(client: Client, running: AtTable) -> None:
    running.play_on(2)
    log_in(client, running.users[0])
    for since, told in ((running.seq - 1, 1), (running.seq - 2, 2)):
        html = got(client, f"/games/{running.code}/poll/?stamp={since}")
        said = html.split('id="say"')[1].split("</p>")[0]
        assert len(re.findall(r" (?:plays|leads|collects) |You (?:play|lead) ", said)) == told


# All moves, the end, the record


def test_the_page_of_all_moves_has_a_line_for_each(client: Client, over: AtTable) -> None:
    log_in(client, over.users[0])
    html = got(client, f"/games/{over.code}/moves/")
    assert [int(n) for n in re.findall(r'<li id="m(\d+)"', html)] == [*range(1, over.seq + 1)]


def test_a_finished_game_shows_its_result_its_seal_and_its_seed(
    client: Client, over: AtTable
) -> None:
    log_in(client, UserFactory.create(username="zoe"))
    html = got(client, f"/games/{over.code}/")
    assert re.search(r"<h2>(alice and carol|bob and dave) win\.</h2>", html)
    assert over.game.seal.commitment in html and over.game.seal.server_seed_hex in html
    assert (
        all(share in html for share in over.game.seal.nonces) and over.game.seal.seed.hex() in html
    )
    assert f"{over.seq} moves." in html
    assert f'href="/games/{over.code}/record.json"' in html
    assert "is out of cards" in html


def test_while_a_game_runs_its_seed_is_on_no_page(client: Client, running: AtTable) -> None:
    log_in(client, running.users[0])
    for path in ("", "poll/", "moves/", "replay/", "record.json"):
        html = client.get(f"/games/{running.code}/{path}").content.decode()
        assert running.game.seal.server_seed_hex not in html
        assert running.game.seal.seed.hex() not in html


def test_the_record_that_can_be_downloaded_is_without_fault(client: Client, over: AtTable) -> None:
    log_in(client, over.users[0])
    response = client.get(f"/games/{over.code}/record.json")
    assert response["Content-Type"] == "application/json"
    assert f'filename="bruno-{over.code}.json"' in response["Content-Disposition"]
    record = Record.from_json(response.content)
    verdict = replay.check(record)
    assert (verdict.moves, verdict.finished, verdict.dealt_by_seed) == (over.seq, True, True)
    assert verdict.seeded_by_server
    assert [each.name for each in record.seats] == ["alice", "bob", "carol", "dave"]


@pytest.mark.parametrize(
    "path", ["replay/", "record.json", "replay/?at=1&as=2", "deal/", "replay/?as=all"]
)
def test_nobody_gets_a_replay_or_a_record_before_the_end(
    client: Client, running: AtTable, path: str
) -> None:
    log_in(client, running.users[0])
    html = got(client, f"/games/{running.code}/{path}", status=403)
    assert "it is given to nobody until the game is over" in html
    assert f'href="/games/{running.code}/"' in html


# Whatever is asked


def test_whoever_is_not_logged_in_comes_back_after_logging_in(
    client: Client, running: AtTable
) -> None:
    for path in ("", "poll/", "moves/", "back/", "play-on/"):
        asked = f"/games/{running.code}/{path}"
        assert client.get(asked)["Location"] == f"/accounts/log-in/?next={asked}"


GARBAGE = ["", "x", "-1", "0", "99999", "9" * 30, "9" * 5000, "²", "1.5", "1e9", "é", "[]"]


@pytest.mark.parametrize("value", GARBAGE)
def test_no_question_and_no_form_however_odd_breaks_a_page(
    client: Client, over: AtTable, value: str
) -> None:
    log_in(client, over.users[1])
    game = f"/games/{over.code}/"
    for path in (game, f"{game}poll/", f"{game}moves/", f"{game}replay/", "/games/"):
        answer = client.get(path, {"stamp": value, "move": value, "seat": value})
        assert answer.status_code in {200, 204}, path
    before = over.seq
    for form in ({"seq": value, "action": value}, {"seq": before, "action": value}):
        assert client.post(f"{game}play/", form).status_code == 302
        assert client.post(f"{game}play/", form, headers=HTMX).status_code == 200
    assert over.seq == before


@pytest.mark.parametrize("code", ["0", "987654", "9" * 300, "abcdefghjkmn"])
@pytest.mark.parametrize("path", ["", "poll/", "moves/", "replay/", "record.json", "play/"])
def test_a_game_that_is_not_there_has_no_page(
    client: Client, running: AtTable, code: str, path: str
) -> None:
    log_in(client, running.users[0])
    ask = client.post if path == "play/" else client.get
    assert ask(f"/games/{code}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"seq=1&action=pass", "text/plain"),
        (b'{"seq": 1, "action": "pass"}', "application/json"),
        (b"--x\r\nno part at all", "multipart/form-data; boundary=x"),
        (b"seq=" + b"1&seq=" * 900, "application/x-www-form-urlencoded"),
        (b"action=" + b"x" * 100_000, "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form_changes_nothing(
    client: Client, running: AtTable, body: bytes, kind: str
) -> None:
    log_in(client, running.users[running.turn])
    response = client.generic("POST", f"/games/{running.code}/play/", body, kind)
    assert response.status_code in {302, 400, 413}
    assert running.seq == 1
