"""What games keep about a person: that they sat there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from accounts.models import User
from bruno_site.core.personal_data import PersonalData, as_text

from .log import ends, papers, window
from .log.export import record_of
from .log.writing import Frozen, GivenUp, Over
from .rules.game import Refused


def export(user: User) -> Iterator[tuple[str, str]]:
    running = [
        {"game": p.game.code, "kind": p.game.kind, "seat": p.seat, "since": p.game.started_at}
        for p in window.running_games(user.pk)
    ]
    yield "running-games.json", as_text(running)
    standings = user.standings.values("kind", "mu", "sigma", "games")
    yield "ratings.json", as_text(list(standings))
    for paper in user.papers.all():
        yield f"records/{paper.code}.json", paper.text
    for player in window.past_games(user.pk).iterator(chunk_size=100):
        yield f"games/{player.game.code}.json", record_of(player.game).to_json()


def erase(user: User) -> None:
    """Nobody is left waiting. What was played stays: the log is everybody's who sat there. What
    they brought along was theirs alone."""
    papers.forget(user)
    for player in window.running_games(user.pk):
        with suppress(Over, GivenUp, Frozen):
            _leave(player.game_id, player.seat)


def _leave(game_id: int, seat: int) -> None:
    try:
        ends.end(game_id=game_id, seat=seat)
    except Refused:
        ends.give_up(game_id=game_id, seat=seat)  # others play there too


PERSONAL_DATA = [PersonalData(export, erase)]
