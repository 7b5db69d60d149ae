"""Several networks as one that thinks what they think on average.

Their errors differ with the seed, so the average is better than the best of them. Side by side they
are one wider network whose second layer has blocks: playing needs to know nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...bots.bruno.learned.weights import Floats, Weights, described_in, load
from ...rules.game import Refused
from ...rules.words import _


def joined(paths: Sequence[Path]) -> tuple[dict[str, Floats], dict[str, Any]]:
    """The arrays, and what they are made of. Raises Refused."""
    nets = [load(path) for path in paths]
    if len({net.options for net in nets}) != 1:
        raise Refused(_("These networks were not trained with the same options."))
    facts = [json.loads(described_in(path).read_text()) for path in paths]
    about = {
        "width": sum(each["width"] for each in facts),
        "options": facts[0]["options"],
        "training": [each["training"] for each in facts],
        "curve": facts[0]["curve"],
    }
    return _arrays(nets), about


def parted(path: Path, number: int) -> tuple[dict[str, Floats], dict[str, Any]]:
    """One of those that were joined, the first being 1. Raises Refused.

    Each gets the mean of their last biases: that moves all actions alike.
    """
    whole, facts = load(path), json.loads(described_in(path).read_text())
    training = facts["training"]
    if not isinstance(training, list) or not 0 < number <= len(training):
        raise Refused(_("%(file)s has no such part.", file=path.name))
    widths = [each["width"] for each in training]
    start, second = sum(widths[: number - 1]), whole.second.shape[1] // len(training)
    rows = slice(start, start + widths[number - 1])
    columns = slice((number - 1) * second, number * second)
    arrays = {
        "first": whole.first[:, rows],
        "first_bias": whole.first_bias[rows],
        "second": whole.second[rows, columns],
        "second_bias": whole.second_bias[columns],
        "last": whole.last[columns] * len(training),
        "last_bias": whole.last_bias,
    }
    about = {"width": widths[number - 1], "training": training[number - 1], "curve": []}
    return arrays, {**about, "options": facts["options"]}


def _arrays(nets: Sequence[Weights]) -> dict[str, Floats]:
    """The first layer in half the precision: it is nearly all of the file, and loses nothing."""
    return {
        "first": np.concatenate([net.first for net in nets], axis=1).astype(np.float16),
        "first_bias": np.concatenate([net.first_bias for net in nets]),
        "second": _blocks([net.second for net in nets]),
        "second_bias": np.concatenate([net.second_bias for net in nets]),
        "last": np.concatenate([net.last for net in nets]) / len(nets),
        "last_bias": np.sum([net.last_bias for net in nets], axis=0) / len(nets),
    }


def _blocks(parts: Sequence[Floats]) -> Floats:
    whole = np.zeros(np.sum([part.shape for part in parts], axis=0), np.float32)
    row = column = 0
    for part in parts:
        height, width = part.shape
        whole[row : row + height, column : column + width] = part
        row, column = row + height, column + width
    return whole
