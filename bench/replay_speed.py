"""One step of a replay: at move 10 of a long game and at move 1,000, first visit and warm.

python -m bench.replay_speed
"""

from __future__ import annotations

import os
import time
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import django

LONG, ROUNDS = 1_000, 15


def long_game() -> tuple[str, int]:
    """A finished game of many rounds, of random moves: its code and its length."""
    from accounts.models import User
    from games.log import door, window
    from games.rules import rules_of

    rules, luck = rules_of("uno"), Random(1)
    users = [User.objects.create_user(f"player{seat}") for seat in range(4)]
    config = rules.META.configure({"target_score": 500})
    game = door.start(
        kind="uno", config=config, players=users, server_seed=b"1" * 32, nonces=[""] * 4
    )
    while True:
        game.refresh_from_db()
        if game.is_over:
            return game.code, game.seq
        state = window.state_of(game.pk, game.seq)
        if rules.rests(state):
            for seat in range(4):
                door.say_ready(game_id=game.pk, seat=seat, seq=game.seq)
            continue
        seat = rules.to_act(state)[0]
        action = luck.choice(rules.legal_actions(state, seat))
        door.play(game_id=game.pk, seat=seat, seq=game.seq, action=str(action))


def step(code: str, move: int) -> float:
    """Seconds of processor time for one page of the replay, from the address to the last byte."""
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    begin = time.process_time()
    response = client.get(f"/games/{code}/replay/?at={move}&as=0")
    assert response.status_code == 200
    return time.process_time() - begin


def cold(code: str, move: int) -> float:
    from bruno_site.core import bounded_cache
    from games.log import states

    states.forget_all()
    bounded_cache.clear_all()
    return step(code, move)


def main() -> None:
    with TemporaryDirectory(prefix="bruno-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "bruno_site.settings", "BRUNO_VAR": folder}
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        code, length = long_game()
        late = min(LONG, length - ROUNDS)
        print(f"a game of {length} moves; milliseconds for one step of its replay")
        print(f"{'':8}{'at 10':>10}{f'at {late}':>10}{'ratio':>8}")
        # In turns: a machine is not equally fast from one second to the next.
        report("cold", [(cold(code, 10), cold(code, late)) for _ in range(5)])
        step(code, length - 1)
        report("warm", [(step(code, 10 + n), step(code, late + n)) for n in range(ROUNDS)])


def report(name: str, times: list[tuple[float, float]]) -> None:
    early, late = map(median, zip(*times, strict=True))
    print(f"{name:8}{early * 1000:10.2f}{late * 1000:10.2f}{late / early:8.2f}")


if __name__ == "__main__":
    main()
