"""Weights by the names of features: a file of JSON, with a set of them for each situation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from ..rules.game import Refused
from ..rules.words import Phrase, _

Feature = tuple[str, float]
Weights = Mapping[str, float]
BySituation = Mapping[str, Weights]


class BadWeights(Refused):
    """A file that no bot can be made from."""


def bad_weights(path: Path, why: Phrase) -> BadWeights:
    return BadWeights(_("%(file)s is of no use: %(why)s.", file=path.name, why=why))


def save(path: Path, weights: BySituation, training: Mapping[str, Any]) -> None:
    path.write_text(json.dumps({"training": training, "weights": weights}, indent=0) + "\n")


def load(path: Path, situations: Iterable[str]) -> BySituation:
    """Raises BadWeights."""
    try:
        found = json.loads(path.read_text())["weights"]
    except OSError as error:
        raise bad_weights(
            path, _("it cannot be read (%(why)s)", why=error.strerror or "")
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise bad_weights(path, _("it holds no weights")) from None
    if not isinstance(found, dict) or set(found) != set(situations):
        raise bad_weights(path, _("its weights are for another game"))
    if not all(map(_are_numbers, found.values())):
        raise bad_weights(path, _("it holds what is no number"))
    return found


def _are_numbers(weights: object) -> bool:
    return isinstance(weights, dict) and all(
        type(weight) in (int, float) and isfinite(weight) for weight in weights.values()
    )


def weighted(weights: Weights, features: Iterable[Feature]) -> float:
    """A feature without a weight counts for nothing."""
    return sum([weights.get(name, 0.0) * value for name, value in features])
