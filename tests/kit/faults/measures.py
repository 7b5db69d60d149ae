"""What a process uses, and the arithmetic of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def memory_of(pid: int) -> float:
    """In MB, what it asked for itself: its share of what all use grows when others end."""
    status = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "Anonymous:" in line) / 1024


def percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """Of the line that fits them best: how much more of the second for one more of the first."""
    mean_x = sum(x for x, _y in samples) / len(samples)
    mean_y = sum(y for _x, y in samples) / len(samples)
    spread = sum((x - mean_x) ** 2 for x, _y in samples)
    return sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread if spread else 0.0
