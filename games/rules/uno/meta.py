"""What UNO is called, how it is set up, and who plays with whom."""

from __future__ import annotations

from typing import Any, Final

from ..game import Config, Meta, Option, Seat, Teams
from ..words import Phrase, _, ngettext
from .dialect import DIALECT

# The game and the word that is called: whoever shows it may give it another name.
NAME: Final = _("UNO")
CALL: Final = _("%(uno)s!", uno=NAME)
MOST_SEATS: Final = 6
TEAM_SEATS: Final = 4


def _dealt(cards: int) -> Phrase:
    return ngettext("Everyone is dealt %(n)s card.", "Everyone is dealt %(n)s cards.", cards)


def _for_a_special(points: int) -> Phrase:
    return ngettext(
        "Each Skip, Reverse and Draw Two left in the other hands scores %(n)s point.",
        "Each Skip, Reverse and Draw Two left in the other hands scores %(n)s points.",
        points,
    )


def _for_a_wild(points: int) -> Phrase:
    return ngettext(
        "Each Wild and Wild Draw Four left in the other hands scores %(n)s point.",
        "Each Wild and Wild Draw Four left in the other hands scores %(n)s points.",
        points,
    )


def _length(target: int) -> Phrase:
    if not target:
        return _("A game is a single round.")
    return ngettext(
        "Rounds are played until somebody has %(n)s point.",
        "Rounds are played until somebody has %(n)s points.",
        target,
    )


def _begins(seat: Seat | None) -> Phrase:
    if seat is None:
        return _("Chance decides who begins the first round.")
    return _("Seat %(number)s begins the first round.", number=seat + 1)


_HAND_SIZE: Final = Option(
    "hand_size",
    _("Cards each"),
    _("How many cards everyone is dealt."),
    means=_dealt,
    default=7,
    minimum=1,
    maximum=10,
)
_SCORING: Final = (
    Option(
        "number_points",
        _("Numbers count"),
        _("Number cards left in the other hands score their face value."),
        off=_("Number cards left in the other hands score nothing."),
        default=True,
    ),
    Option(
        "special_points",
        _("Points for an action card"),
        _("What each Skip, Reverse and Draw Two left in the other hands scores."),
        means=_for_a_special,
        default=20,
        minimum=0,
    ),
    Option(
        "wild_points",
        _("Points for a wild card"),
        _("What each Wild and Wild Draw Four left in the other hands scores."),
        means=_for_a_wild,
        default=50,
        minimum=0,
    ),
)
_SAYINGS: Final = (
    Option(
        "uno_check",
        _("Say %(uno)s", uno=NAME),
        _("Whoever comes down to one card must say so, or may be caught."),
        off=_("Nobody needs to say anything at the last card."),
        default=True,
    ),
    Option(
        "challenge",
        _("Challenges"),
        _("A Wild Draw Four may be a bluff, and may be challenged."),
        off=_("A Wild Draw Four may only be laid when nothing else fits."),
        default=True,
    ),
)
_VARIANTS: Final = (
    Option(
        "no_misplay_penalty",
        _("No penalty for a misplay"),
        _("A card that does not fit is only refused."),
        off=_("Whoever lays a card that does not fit takes it back and draws one."),
        default=False,
    ),
    Option(
        "stack_mixed",
        _("Mixed stacking"),
        _("Draw Two and Wild Draw Four may be laid on each other."),
        off=_("Only a Draw Two answers a Draw Two, and only a Wild Draw Four its own kind."),
        default=False,
    ),
    Option(
        "stack_skips",
        _("Several Skips at once"),
        _("Any number of Skips may be laid in one turn."),
        off=_("Skips are laid one at a time."),
        default=False,
    ),
    Option(
        "teams",
        _("Teams"),
        _("Four players: those who sit opposite each other play together."),
        off=_("Everyone plays alone."),
        default=False,
    ),
)
_MATCH: Final = (
    Option(
        "target_score",
        _("Target score"),
        _("Rounds are played until somebody has this many points; 0 means a single round."),
        means=_length,
        default=0,
        minimum=0,
    ),
    Option(
        "first_seat",
        _("First seat"),
        _("Who begins the first round."),
        means=_begins,
        default=None,
        minimum=0,
        maximum=MOST_SEATS - 1,
        may_be_none=True,
        is_seat=True,
    ),
)


def _teams(config: Config, seats: int) -> Teams:
    if config["teams"]:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(seats))


def _points(state: Any) -> tuple[int, ...]:
    scores: tuple[int, ...] = state.match.scores
    return scores


META: Final = Meta(
    kind="uno",
    title=NAME,
    blurb=_("Match the colour or the number, and do not forget to say it at the last card."),
    version=2,
    seats=tuple(range(2, MOST_SEATS + 1)),
    options=(_HAND_SIZE, *_SAYINGS, *_SCORING, *_VARIANTS, *_MATCH),
    presets={
        "STANDARD": {
            "hand_size": 7,
            "uno_check": True,
            "number_points": True,
            "special_points": 20,
            "wild_points": 50,
        },
        "QUICK": {"hand_size": 5},
        "CASUAL": {"uno_check": False},
        "COMPETITIVE": {
            "hand_size": 7,
            "uno_check": True,
            "number_points": True,
            "special_points": 20,
            "wild_points": 50,
        },
    },
    preset_titles={
        "STANDARD": _("Standard"),
        "QUICK": _("Quick"),
        "CASUAL": _("Casual"),
        "COMPETITIVE": _("Competitive"),
    },
    teams=_teams,
    dialect=DIALECT,
    is_clockwise=True,
    points=_points,
)
