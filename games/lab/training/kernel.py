"""The compiled twin of Bruno's rules and of the network's inputs, built when it is wanted.

Playing needs none of this. Whoever trains needs a C compiler (`cc`, or what CC names).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from ctypes import (
    CDLL,
    POINTER,
    Structure,
    byref,
    c_double,
    c_float,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint64,
    c_void_p,
)
from functools import cache
from math import tanh
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ...bots.bruno.learned import layout
from ...rules.bruno.actions import COLLECT, PASS, Action, Deal, Flip, Play, Redeal
from ...rules.bruno.state import State
from ...rules.cards import mask_of
from ...rules.game import DEALER, Refused
from ...rules.words import _

SOURCES: Final = Path(__file__).parent / "kernel"
SECOND: Final = 32
EVERYWHERE: Final = ("-std=gnu11", "-O3", "-march=native", "-fPIC", "-Wall", "-Wextra", "-Werror")
# Inputs are compared with those of Python to the last bit; the network's sums need not be.
EXACTLY: Final = ("-ffp-contract=off",)
FREELY: Final = ("-ffast-math",)
FLAGS: Final = {"rules": EXACTLY, "inputs": EXACTLY, "net": FREELY, "selfplay": FREELY}

COLLECTS, PASSES, FLIPS = 52, 53, 54
NONE: Final = -1
PLAYING, REDEAL_DUE, OVER = range(3)
MOST_MOVES: Final = 64
MOST_INPUTS: Final = 320


class Table(Structure):
    _fields_ = [
        ("face_up_together", c_int64),
        ("keep_function_cards", c_int64),
        ("next_leads", c_int64),
        ("turn", c_int64),
        ("demand", c_int64),
        ("phase", c_int64),
        ("actions", c_int64),
        ("winner", c_int64),
        ("hand", c_uint64 * 4),
        ("known", c_uint64 * 4),
        ("up", c_uint64 * 4),
        ("down", c_int64 * 3 * 4),
        ("pile", c_uint64),
        ("removed", c_uint64),
    ]


class Inputs(Structure):
    _fields_ = [
        ("count", c_int32),
        ("index", c_uint16 * MOST_INPUTS),
        ("value", c_float * MOST_INPUTS),
    ]

    def pairs(self) -> Iterator[tuple[int, float]]:
        for place in range(self.count):
            yield self.index[place], self.value[place]


class Recipe(Structure):
    _fields_ = [
        ("rate", c_double),
        ("last_rate", c_double),
        ("trace", c_double),
        ("exploration", c_double),
        ("planned", c_int64),
        ("batch", c_int64),
        ("step", c_int64),
        ("options", c_double * 8),
    ]


class Report(Structure):
    _fields_ = [("error", c_double), ("length", c_double), ("first_wins", c_double)]


def compiler() -> str:
    return os.environ.get("CC", "cc")


@cache
def built(width: int) -> CDLL:
    """The kernel for a network of this width. Raises Refused where it cannot be built."""
    with TemporaryDirectory(prefix="bruno-kernel-") as name:
        folder = Path(name)
        (folder / "layout.h").write_text("\n".join(_layout(width)) + "\n")
        for source, flags in FLAGS.items():
            place = ("-I", name, "-c", str(SOURCES / f"{source}.c"), "-o", f"{name}/{source}.o")
            _run(compiler(), *EVERYWHERE, *flags, *place)
        objects = [f"{name}/{source}.o" for source in FLAGS]
        _run(compiler(), "-shared", "-o", f"{name}/kernel.so", *objects, "-lm")
        return _declared(CDLL(f"{name}/kernel.so"))


def _layout(width: int) -> Iterator[str]:
    names = ("MOST", "RANKS", "DEMANDS", "LEFT", "CHANCES", "AHEAD", "NEAR", "FEW", "INPUTS")
    numbers = {name: getattr(layout, name) for name in names}
    numbers |= {**layout.AT, "WIDTH": width, "SECOND": SECOND}
    return (f"#define {name} {number}" for name, number in numbers.items())


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise Refused(
            _("Training needs a C compiler, and there is no “%(name)s” here.", name=command[0])
        ) from None
    except subprocess.CalledProcessError as failure:
        said = failure.stderr.strip().splitlines()[:1]
        raise Refused(
            _("The C compiler cannot build the kernel: %(said)s", said="".join(said))
        ) from None


def _declared(kernel: CDLL) -> CDLL:
    kernel.trainer_size.restype = kernel.net_size.restype = c_int64
    kernel.begin.argtypes = [c_void_p, c_uint64]
    kernel.begin.restype = None
    kernel.batch.argtypes = [c_void_p, POINTER(Recipe), POINTER(Report)]
    kernel.batch.restype = None
    kernel.deal.argtypes = [POINTER(Table), c_int32, c_void_p]
    kernel.redeal.argtypes = [POINTER(Table), c_void_p]
    kernel.apply.argtypes = [POINTER(Table), c_int32]
    kernel.legal.argtypes = [POINTER(Table), c_void_p]
    kernel.inputs_of.argtypes = [POINTER(Table), c_int32, POINTER(Inputs), POINTER(Inputs)]
    kernel.weigh_all.argtypes = [c_void_p, POINTER(Table), c_void_p, c_void_p]
    return kernel


def table_of(state: State) -> Table:
    """The same position, without what does not bear on play: the order of the pile, who laid it."""
    rows = [[NONE if card is None else card for card in row] for row in state.down]
    return Table(
        *map(int, state.options[:3]),
        state.turn,
        NONE if state.demand is None else state.demand,
        _phase(state),
        state.actions,
        NONE if state.winner is None else state.winner,
        (c_uint64 * 4)(*state.hands),
        (c_uint64 * 4)(*state.known),
        (c_uint64 * 4)(*[mask_of([card for card in row if card is not None]) for row in state.up]),
        (c_int64 * 3 * 4)(*[(c_int64 * 3)(*row) for row in rows]),
        mask_of(state.pile),
        mask_of(state.removed),
    )


def _phase(state: State) -> int:
    if not state.to_act:
        return OVER
    return REDEAL_DUE if state.to_act[0] == DEALER else PLAYING


def number_of(action: Action) -> int:
    """How the kernel writes what a seat does."""
    if isinstance(action, Play):
        return 4 * action.rank + len(action.cards) - 1
    if isinstance(action, Flip):
        return FLIPS + action.position
    return {COLLECT: COLLECTS, PASS: PASSES}[action]


def legal(kernel: CDLL, table: Table) -> list[int]:
    moves = (c_int32 * MOST_MOVES)()
    return list(moves[: kernel.legal(byref(table), moves)])


def move(kernel: CDLL, table: Table, action: Action) -> None:
    """One step of the kernel, the dealer's included."""
    if isinstance(action, Deal):
        kernel.deal(byref(table), action.first, _cards(action.cards))
    elif isinstance(action, Redeal):
        kernel.redeal(byref(table), _cards(action.cards))
    else:
        kernel.apply(byref(table), number_of(action))


def _cards(cards: Sequence[int]) -> Any:
    return (c_uint8 * len(cards))(*cards)


def inputs_of(kernel: CDLL, table: Table, action: Action) -> dict[int, float]:
    first, second = Inputs(), Inputs()
    kernel.inputs_of(byref(table), number_of(action), byref(first), byref(second))
    found: dict[int, float] = {}
    for part in (first, second):
        for index, value in part.pairs():
            found[index] = found.get(index, 0.0) + value
    return {index: value for index, value in found.items() if value}


def worths(kernel: CDLL, net: int, table: Table) -> list[float]:
    """What the network at this address makes of each legal move."""
    moves, found = (c_int32 * MOST_MOVES)(), (c_float * MOST_MOVES)()
    number = kernel.weigh_all(net, byref(table), moves, found)
    return [tanh(value) for value in found[:number]]
