"""The lobby: its page among more and more finished games, and a crowd that looks at it.

python -m bench.lobby_speed                      1,000 and 1,000,000 finished games; 300 people
python -m bench.lobby_speed --games 1000 100000 --people 100 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from websockets.asyncio.client import connect
from websockets.typing import Origin

from bench.live_speed import cookie_of
from bench.stack import Stack, running_stack, spent_by

ROOMS = 500
ASKED = 60
HOSTS = 20
A_SECOND = 10  # rooms opened, and as many closed
STAYS_OPEN = 1.0
TOKEN = "lobbyspeed" * 3 + "xx"  # for forms, in the cookie and in the header alike


class Stay(HTTPRedirectHandler):
    """The answer itself is wanted, not what it leads to."""

    def redirect_request(self, *args: Any) -> None:
        return None


@dataclass
class Crowd:
    """When each room was opened, and when each page showed it."""

    opened: dict[str, float] = field(default_factory=dict)
    shown: list[float] = field(default_factory=list)
    messages: int = 0


def people(count: int) -> list[Any]:
    from accounts.models import User

    return [User.objects.create_user(f"person {number}") for number in range(count)]


def open_rooms(hosts: Sequence[Any]) -> None:
    from lobby import service

    for number in range(ROOMS):
        host = hosts[number % len(hosts)]
        service.open_room(user=host, kind="bruno", size=4, config={})


def fill(have: int, want: int, players: Sequence[Any]) -> None:
    """Copies of one game of these people that is over."""
    from django.db import connection
    from django.utils import timezone

    from bruno_site.core import postgresql
    from games.log import door
    from games.models import Game, Player
    from games.rules import rules_of

    postgresql.SILENCE_SECONDS = 3600  # to copy a million rows takes longer than any page
    config, nonces = rules_of("bruno").META.configure({}), [""] * 4
    seed = os.urandom(32)
    game = door.start(kind="bruno", config=config, players=players, server_seed=seed, nonces=nonces)
    over = {"result": {"winners": [0, 2], "scores": [0] * 4}, "finished_at": timezone.now()}
    Game.objects.filter(pk=game.pk).update(**over)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        copies = f"generate_series({have + 2}, {want}) n"
        cursor.execute(copied(Game, f"{copies} WHERE old.id = {game.pk}", "lpad(n::text, 12, 'g')"))
        fresh = f"games_game g WHERE old.game_id = {game.pk} AND g.id > {game.pk}"
        cursor.execute(copied(Player, fresh, "g.id"))
        cursor.execute("ANALYZE")
        cursor.execute("RESET statement_timeout")


def copied(model: Any, source: str, value: str) -> str:
    """Every row of this table once for each row of the source, all alike but for one column."""
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    other = "code" if "code" in columns else "game_id"
    values = [value if column == other else f"old.{column}" for column in columns]
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)}"
        f" FROM {table} old, {source}"
    )


def ask(me: Any) -> tuple[int, float, float]:
    """How many queries the page takes, how many milliseconds of the processor here and in the
    database, and how many on the clock: the best tenth, for other jobs only make it slower."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(me)
    times, before = [], spent_by(connection)
    for _ in range(ASKED):
        with CaptureQueriesContext(connection) as asked:
            begin = time.perf_counter()
            assert client.get("/").status_code == 200
            times.append(time.perf_counter() - begin)
    spent = (spent_by(connection) - before) / ASKED
    return len(asked), spent * 1000, quantiles(times, n=10)[0] * 1000


def measure_page(games: Sequence[int], players: Sequence[Any]) -> None:
    print(f"{'finished games':>16}{'queries':>10}{'ms':>10}{'ms spent':>10}{'ratio':>8}")
    first, have = 0.0, 0
    for want in games:
        fill(have, want, players)
        queries, spent, passed = ask(players[0])
        first, have = first or spent, want
        ratio = spent / first
        print(f"{want:16,}{queries:10}{passed:10.1f}{spent:10.1f}{ratio:8.2f}", flush=True)


async def watch(address: str, cookie: str, crowd: Crowd, until: float) -> None:
    origin, headers = Origin(f"http://{address}"), {"Cookie": cookie}
    async with connect(
        f"ws://{address}/ws/lobby/", origin=origin, additional_headers=headers, open_timeout=60
    ) as socket:
        seen = set(crowd.opened)
        while (left := until - time.monotonic()) > 0:
            try:
                text = str(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return
            crowd.messages += 1
            for code, at in list(crowd.opened.items()):
                if code not in seen and code in text:
                    seen.add(code)
                    crowd.shown.append(time.monotonic() - at)


def post(address: str, path: str, cookie: str, **form: str) -> str:
    headers = {"Cookie": f"{cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
    request = Request(f"http://{address}{path}", urlencode(form).encode(), headers)
    try:
        build_opener(Stay).open(request, timeout=10)
    except OSError as answer:  # a redirect that is not followed
        return str(getattr(answer, "headers", {}).get("Location", ""))
    return ""


async def open_and_close(address: str, cookies: Sequence[str], crowd: Crowd, until: float) -> None:
    async def one(cookie: str) -> None:
        begin = time.monotonic()
        link = await asyncio.to_thread(post, address, "/tables/new/bruno/", cookie)
        code = link.strip("/").rpartition("/")[2]
        crowd.opened[code] = begin
        await asyncio.sleep(STAYS_OPEN)
        await asyncio.to_thread(post, address, f"{link}act/", cookie, close="1")

    async with asyncio.TaskGroup() as rooms:
        number = 0
        while time.monotonic() < until - 2 * STAYS_OPEN:
            rooms.create_task(one(cookies[number % len(cookies)]))
            number += 1
            await asyncio.sleep(1 / A_SECOND)


async def look_on(
    address: str, cookies: Sequence[str], hosts: Sequence[str], seconds: float
) -> Crowd:
    crowd, until = Crowd(), time.monotonic() + seconds + 10
    async with asyncio.TaskGroup() as pages:
        for cookie in cookies:
            pages.create_task(watch(address, cookie, crowd, until))
        await asyncio.sleep(10)  # until all of them are there
        await open_and_close(address, hosts, crowd, until)
    return crowd


def measure_crowd(
    stack: Stack, lookers: Sequence[Any], hosts: Sequence[Any], seconds: float
) -> None:
    address = stack.start_web()
    cookies, host_cookies = [list(map(cookie_of, some)) for some in (lookers, hosts)]
    before = stack.spent()
    crowd = asyncio.run(look_on(address, cookies, host_cookies, seconds))
    cost, shown = stack.spent() - before, crowd.shown
    expected = len(crowd.opened) * len(lookers)
    print(f"{len(lookers)} people, {len(crowd.opened)} rooms opened and closed")
    print(f"shown on {len(shown)} of {expected} pages that were to show one")
    print(f"p50 {median(shown):.2f} s, p95 {quantiles(shown, n=20)[-1]:.2f} s")
    print(f"messages to a page and second: {crowd.messages / len(lookers) / (seconds + 10):.2f}")
    print(f"web ms of the processor for a message: {cost.web * 1000 / crowd.messages:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="The lobby among many games and people.")
    parser.add_argument("--games", type=int, nargs="*", default=[1000, 1_000_000])
    parser.add_argument("--people", type=int, default=300, help="who look at the lobby")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with running_stack({"ALLOWED_HOSTS": "127.0.0.1"}) as stack:
        everybody = people(max(given.people, 110))
        if given.people:
            measure_crowd(stack, everybody[: given.people], everybody[-HOSTS:], given.seconds)
        open_rooms(everybody[:100])
        measure_page(given.games, everybody[-4:])
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
