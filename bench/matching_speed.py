"""How long it takes to seat everybody who waits, and how that grows.

    python -m bench.matching_speed              1,000, 10,000 and 100,000 tickets
    python -m bench.matching_speed --tickets 500000

One ticket in five is a pair's; ratings are normal, one person in ten has blocked three others,
and everyone came within the last half minute. Processor time, the best of three.
"""

from __future__ import annotations

import argparse
import os
from math import log2
from random import Random
from time import process_time

from lobby.matching import Person, Shape, Ticket, match

BRUNO = Shape(4, ((0, 2), (1, 3)))
NOW = 30.0


def crowd(count: int) -> list[Ticket]:
    luck, number, tickets = Random(count), 0, []
    for _each in range(count):
        size = 2 if luck.random() < 0.2 else 1
        people = tuple(Person(number + each, luck.gauss(25, 6)) for each in range(size))
        number += size
        shy = luck.random() < 0.1
        blocks = frozenset(luck.randrange(count) for _ in range(3)) if shy else frozenset[int]()
        tickets.append(Ticket(people, luck.uniform(0, NOW), blocks))
    return tickets


def measure(count: int) -> tuple[float, int]:
    tickets, times, tables = crowd(count), [], 0
    for _each in range(3):
        begin = process_time()
        tables = len(match(tickets, BRUNO, NOW))
        times.append(process_time() - begin)
    return min(times), tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tickets", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    counts = parser.parse_args().tickets
    print(f"load average {os.getloadavg()[0]:.1f}")
    first = None
    for count in counts:
        seconds, tables = measure(count)
        each = seconds / (count * log2(count))
        first = first or each
        print(
            f"{count:>9,} tickets  {tables:>7,} tables  {seconds:8.3f} s"
            f"  n log n × {each / first:.2f}"
        )


if __name__ == "__main__":
    main()
