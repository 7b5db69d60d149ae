"""What somebody wants of a table: read from a form, shown there again, kept for the next time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase

from games.rules.game import Config, Meta, Refused
from games.rules.words import _

from .agreements import OWN, config_from, number_from, options_shown, size_from
from .models import Room
from .service.opening import USUAL_PACE

KEPT: Final = "wishes"  # in the session, by game


@dataclass(frozen=True, slots=True)
class Wish:
    """`rules` is a preset's name, or says that every option was chosen by itself."""

    rules: str
    config: Config
    size: int
    pace: str
    is_listed: bool = True
    is_watchable: bool = True
    is_rated: bool = False

    @property
    def agreed(self) -> dict[str, Any]:
        """As the service wants it."""
        return {name: value for name, value in asdict(self).items() if name != "rules"}


def usual(meta: Meta) -> Wish:
    return Wish(next(iter(meta.presets)), meta.configure({}), meta.usual_size, USUAL_PACE)


def wish_from(meta: Meta, form: Mapping[str, str]) -> Wish:
    """Raises Refused."""
    return Wish(
        rules=form.get("rules", next(iter(meta.presets))),
        config=config_from(meta, form),
        size=size_from(meta, form),
        pace=form.get("pace", USUAL_PACE),
        is_listed=_one_of(form, "come", "listed", "link"),
        is_watchable=_one_of(form, "watch", "everyone", "nobody"),
        is_rated=_one_of(form, "counts", "rated", "friendly", usual=False),
    )


def as_sent(meta: Meta, form: Mapping[str, str], before: Wish) -> Wish:
    """What was chosen, to be shown again beside what was wrong with it."""
    return replace(
        before,
        rules=form.get("rules", before.rules),
        config={**before.config, **options_shown(meta, form)},
        size=number_from(form.get("size", str(before.size))),
        pace=form.get("pace", before.pace),
        is_listed=form.get("come") != "link",
        is_watchable=form.get("watch") != "nobody",
        is_rated=form.get("counts") == "rated",
    )


def _one_of(form: Mapping[str, str], name: str, yes: str, no: str, *, usual: bool = True) -> bool:
    value = form.get(name, yes if usual else no)
    if value not in (yes, no):
        raise Refused(_("That cannot be chosen for a table."))
    return value == yes


def wish_of(room: Room, meta: Meta) -> Wish:
    """What was agreed, to be changed."""
    presets = meta.presets.items()
    rules = next((name for name, preset in presets if meta.configure(preset) == room.config), OWN)
    return Wish(
        rules,
        room.config,
        room.size,
        room.pace,
        room.is_listed,
        room.is_watchable,
        room.is_rated,
    )


def keep(session: SessionBase, meta: Meta, wish: Wish) -> None:
    known = wish if wish.rules in meta.presets else replace(wish, rules=OWN)
    session[KEPT] = {**session.get(KEPT, {}), meta.kind: asdict(known)}


def last(session: SessionBase, meta: Meta) -> Wish:
    """What was opened the last time; what the rules do not allow any longer is forgotten."""
    try:
        kept = Wish(**session[KEPT][meta.kind])
        return replace(kept, config=meta.configure(kept.config))
    except (KeyError, TypeError, Refused):
        return usual(meta)
