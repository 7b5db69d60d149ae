"""The rounds of the older program (R1), written from actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.briscalone import Action, apply, new, parse
from games.rules.briscalone.actions import Call, Deal, Play
from games.rules.briscalone.meta import SEATS
from games.rules.briscalone.older import SAID, BadRounds, OlderRound, config_from_rounds
from games.rules.game import Refused, Seat
from games.rules.words import _

_NUMBERS: Final = {saying: said for said, saying in SAID.items()}


def rounds_from_moves(moves: Iterable[tuple[Seat, str]]) -> list[OlderRound]:
    """The finished rounds of a log. Raises BadRounds."""
    log = list(moves)
    deals = [text for _seat, text in log if text.startswith("deal ")]
    state = new(config_from_rounds(deals), SEATS)
    rounds: list[OlderRound] = []
    for count, (seat, text) in enumerate(log, 1):
        try:
            action = parse(text)
            state = apply(state, seat, action)
        except Refused as refusal:
            reason = refusal.phrase
            raise BadRounds(_("Move %(move)s: %(reason)s", move=count, reason=reason)) from refusal
        _write(rounds, action)
    return rounds[: len(state.results)]


def _write(rounds: list[OlderRound], action: Action) -> None:
    if isinstance(action, Deal):
        rounds.append(
            OlderRound(shuffle=[*action.cards], bidActions=[], monkeySuit=0, trickCards=[])
        )
    elif isinstance(action, Call):
        rounds[-1]["monkeySuit"] = action.suit
    elif isinstance(action, Play):
        rounds[-1]["trickCards"].append(action.card)
    else:
        rounds[-1]["bidActions"].append(_NUMBERS[action])
