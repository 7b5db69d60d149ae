"""Least squares over rows of named numbers, of which a few come at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

Row = Mapping[str, float]

ROWS_AT_A_TIME: Final = 2_048


class Fit:
    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.rows: list[Row] = []
        self.aims: list[float] = []
        self.squares: NDArray[np.float64] = np.zeros((0, 0))
        self.products: NDArray[np.float64] = np.zeros(0)

    def add(self, row: Row, aim: float) -> None:
        self.rows.append(row)
        self.aims.append(aim)
        if len(self.rows) == ROWS_AT_A_TIME:
            self._gather()

    def _gather(self) -> None:
        table = self._table()
        new = len(self.places) - len(self.products)
        self.squares = np.pad(self.squares, (0, new)) + table.T @ table
        self.products = np.pad(self.products, (0, new)) + table.T @ np.array(self.aims)
        self.rows, self.aims = [], []

    def _table(self) -> NDArray[np.float64]:
        for row in self.rows:
            for name in row:
                self.places.setdefault(name, len(self.places))
        table = np.zeros((len(self.rows), len(self.places)))
        for line, row in zip(table, self.rows, strict=True):
            line[[self.places[name] for name in row]] = list(row.values())
        return table

    def solved(self, ridge: float) -> dict[str, float]:
        """By name, what comes nearest to the aims; the rarer a name, the nearer to nought."""
        self._gather()
        found = np.linalg.solve(self.squares + ridge * np.eye(len(self.products)), self.products)
        return dict(zip(self.places, found.tolist(), strict=True))
