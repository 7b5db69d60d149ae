"""One course of training: a kernel at work, and what has to be kept to go on later.

A minute is a fixed number of decisions, whatever the clock says, so that the same seed gives the
same weights on a busy machine as on a quiet one.
"""

from __future__ import annotations

import json
from ctypes import byref, c_double, c_uint64
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...bots.bruno.learned.layout import INPUTS, VERSION
from ...bots.bruno.learned.weights import OPTIONS, Floats
from ...rules.game import Refused
from ...rules.words import _
from . import kernel as twin

DECISIONS_A_MINUTE: Final = 2_000_000
RATE: Final = 0.256  # of learning, for a network of width one
LAST_RATE: Final = 0.02  # of the first, at the end
COUNTERS: Final = ("decisions", "games", "steps")
HEAD: Final = 8 * (4 + len(COUNTERS))  # the state of the random numbers comes first
# How often each set of options is played: mostly as people do, and the presets next.
SHARES: Final = {
    (False, False, False): 0.40,
    (True, False, False): 0.03,
    (False, True, False): 0.03,
    (True, True, False): 0.10,  # kitchen-table
    (False, False, True): 0.35,  # first-edition
    (True, False, True): 0.03,
    (False, True, True): 0.03,
    (True, True, True): 0.03,
}


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be learnt, and how. The same course gives the same weights."""

    minutes: float
    seed: int
    width: int
    trace: float = 0.87
    exploration: float = 0.03
    batch: int = 32_768
    step: int = 1_024

    @property
    def decisions(self) -> int:
        return round(self.minutes * DECISIONS_A_MINUTE)

    def recipe(self) -> twin.Recipe:
        rate = RATE / self.width
        rates = (rate, LAST_RATE * rate, self.trace, self.exploration)
        shares = (c_double * 8)(*accumulate(SHARES.values()))
        return twin.Recipe(*rates, self.decisions, self.batch, self.step, shares)


class Trainer:
    """The kernel's memory, held here so that it can be written down and read again."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.kernel = twin.built(course.width)
        self.memory: NDArray[np.uint8] = np.zeros(self.kernel.trainer_size(), np.uint8)
        self.kernel.begin(self.memory.ctypes.data, c_uint64(course.seed))

    @property
    def decisions(self) -> int:
        return int(self.memory[32:40].view(np.int64)[0])

    @property
    def is_done(self) -> bool:
        return self.decisions >= self.course.decisions

    def learn(self) -> twin.Report:
        """One batch of games, and what is learnt from it."""
        report = twin.Report()
        self.kernel.batch(self.memory.ctypes.data, byref(self.course.recipe()), byref(report))
        return report

    @property
    def net(self) -> int:
        """Where the network is, for the kernel."""
        return self.memory.ctypes.data + HEAD

    def arrays(self) -> dict[str, Floats]:
        width, second = self.course.width, twin.SECOND
        shapes: dict[str, tuple[int, ...]] = {
            "first": (INPUTS, width),
            "first_bias": (width,),
            "second": (width, second),
            "second_bias": (second,),
            "last": (second,),
            "last_bias": (1,),
        }
        net = self.memory[HEAD : HEAD + self.kernel.net_size()].view(np.float32)
        places = np.cumsum([np.prod(shape) for shape in shapes.values()])[:-1]
        parts = np.split(net, places.astype(int))
        named = zip(shapes.items(), parts, strict=True)
        return {name: part.reshape(shape).copy() for (name, shape), part in named}

    def about(self) -> dict[str, Any]:
        options = [
            {**dict(zip(OPTIONS, played, strict=True)), "share": share}
            for played, share in SHARES.items()
        ]
        return {"width": self.course.width, "options": options, "training": asdict(self.course)}

    def pause(self, path: Path, curve: list[list[float]]) -> None:
        """Write down all that it takes to go on; the old file stays until the new one is whole."""
        fresh = path.with_suffix(".fresh")
        with fresh.open("wb") as file:
            np.savez(file, memory=self.memory, about=self._signature(), curve=np.array(curve))
        fresh.replace(path)

    def resume(self, path: Path) -> list[list[float]]:
        """Go on from where it was paused. Raises Refused for another course."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                same = kept["about"].tobytes() == self._signature().tobytes()
                memory, curve = kept["memory"], kept["curve"].tolist()
        except (ValueError, KeyError, OSError, EOFError):
            raise Refused(_("%(file)s is no training to go on with.", file=path.name)) from None
        if not same or memory.shape != self.memory.shape:
            raise Refused(_("%(file)s was begun as another training.", file=path.name))
        self.memory[:] = memory
        return [list(map(float, point)) for point in curve]

    def _signature(self) -> NDArray[np.uint8]:
        facts = [VERSION, asdict(self.course), list(SHARES.values())]
        return np.frombuffer(json.dumps(facts).encode(), np.uint8)
