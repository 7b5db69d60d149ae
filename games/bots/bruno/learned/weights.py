"""The weights of a network: arrays in an .npz, and beside it a .json that says what they are.

Whatever does not fit is refused with a sentence: other rules, other inputs, a file that was cut
short or exchanged. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ....rules.bruno.meta import META
from ....rules.words import _
from ...linear import bad_weights
from .layout import INPUTS, VERSION

Floats = NDArray[np.float32]

LARGEST: Final = 2_000_000
OPTIONS: Final = ("face_up_together", "keep_function_cards", "next_leads")


class Weights(NamedTuple):
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats
    options: frozenset[tuple[bool, ...]]  # those it was trained with


def described_in(path: Path) -> Path:
    return path.with_suffix(".json")


def save(path: Path, arrays: Mapping[str, Floats], about: Mapping[str, Any]) -> None:
    packed = BytesIO()
    np.savez(packed, allow_pickle=False, **arrays)
    content = packed.getvalue()
    facts = {
        "rules": META.version,
        "inputs": VERSION,
        "sha256": sha256(content).hexdigest(),
        **about,
    }
    path.write_bytes(content)
    described_in(path).write_text(json.dumps(facts, indent=2) + "\n")


def load(path: Path) -> Weights:
    """Raises BadWeights."""
    try:
        facts = json.loads(described_in(path).read_text())
        content = path.read_bytes()
        options = frozenset(
            tuple(bool(played[name]) for name in OPTIONS) for played in facts["options"]
        )
    except OSError as error:
        raise bad_weights(
            path, _("it cannot be read (%(why)s)", why=error.strerror or "")
        ) from None
    except (ValueError, KeyError, TypeError):
        raise bad_weights(path, _("its description cannot be read")) from None
    _check(path, facts, content)
    return Weights(**_arrays(path, content), options=options)


def _check(path: Path, facts: Mapping[str, Any], content: bytes) -> None:
    if facts.get("rules") != META.version:
        raise bad_weights(path, _("it was trained for another version of the rules"))
    if facts.get("inputs") != VERSION:
        raise bad_weights(path, _("it was trained with other inputs"))
    if len(content) > LARGEST or facts.get("sha256") != sha256(content).hexdigest():
        raise bad_weights(path, _("it is not the file that its description is of"))


def _arrays(path: Path, content: bytes) -> dict[str, Floats]:
    try:
        with np.load(BytesIO(content), allow_pickle=False) as packed:
            arrays = {name: np.asarray(packed[name], np.float32) for name in Weights._fields[:-1]}
    except (ValueError, KeyError, TypeError, EOFError, BadZipFile):
        raise bad_weights(path, _("it holds no arrays of a network")) from None
    width, second = arrays["first"].shape[-1], arrays["second"].shape[-1]
    shapes = ((INPUTS, width), (width,), (width, second), (second,), (second,), (1,))
    if tuple(array.shape for array in arrays.values()) != shapes:
        raise bad_weights(path, _("its arrays have other sizes"))
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise bad_weights(path, _("it holds what is no number"))
    return arrays
