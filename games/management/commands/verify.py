"""Records are replayed through the rules, and held to everything they claim."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, BinaryIO, Final, TextIO

from django.core.management.base import BaseCommand

from ...rules.game import DEALER, Refused
from ...rules.reading import quoted
from ...rules.record import BadRecord, Record
from ...rules.replay import Fault, SealedNonces, Verdict, check, traced
from ...rules.words import _, ngettext
from ..sentences import bad_arguments, faulty, one_line

LONGEST_LINE: Final = 64 * 2**20
SEALED: Final[Mapping[SealedNonces, str]] = {
    "all": "every nonce fits its seal",
    "some": "not every nonce was sealed",
    "none": "no nonce was sealed",
}


class Command(BaseCommand):
    help = "Replays game records and says of each whether it holds; exit 0 only if all do."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="records, one JSON object per line")
        parser.add_argument(
            "--trace", default="", help="where to write them with what was legal before each move"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            first_fault = self.examine_all(options["file"], options["trace"])
        except OSError as error:
            name = error.filename or options["trace"]
            raise bad_arguments(f"Cannot use {name}: {error.strerror}.") from error
        if first_fault:
            raise faulty(f"The first fault: {first_fault}")

    def examine_all(self, name: str, trace: str) -> str:
        """The first fault, or nothing."""
        with ExitStack() as stack:
            file = stack.enter_context(open(name, "rb"))
            if trace and os.path.exists(trace) and os.path.samefile(name, trace):
                raise bad_arguments("The trace needs a file of its own.")
            out = stack.enter_context(open(trace, "w", encoding="ascii")) if trace else None
            faults = [
                self.examine(number, line, out) for number, line in enumerate(lines_of(file), 1)
            ]
        if not faults:
            return "the file holds no record."
        records = ngettext("%(n)s record", "%(n)s records", len(faults))
        self.stdout.write(f"{records}, {sum(map(bool, faults))} with a fault.")
        return next(filter(None, faults), "")

    def examine(self, number: int, line: bytes, out: TextIO | None) -> str:
        """Says how it is with one record. The fault, if there is one, is also returned."""
        record = None
        try:
            record = read(line)
            verdict = check(record)
        except Refused as refusal:
            fault = one_line(f"record {number}{place_of(refusal, record)}: {refusal}")
            self.stdout.write(fault)
            return fault
        self.stdout.write(f"record {number}: {said(verdict)}.")
        if out:
            out.write(traced(record).to_json() + "\n")
        return ""


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Each record's text: a line, or the whole file if it is one object over many lines."""
    while line := file.readline(LONGEST_LINE + 1):
        if line.strip() == b"{":
            line += file.read(LONGEST_LINE)
        if line.strip():
            yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1) or b"\n"


def read(line: bytes) -> Record:
    if len(line) > LONGEST_LINE:
        raise BadRecord(_("This line is too long for a record."))
    return Record.from_json(line)


def place_of(refusal: Refused, record: Record | None) -> str:
    if record is None or not isinstance(refusal, Fault) or refusal.move is None:
        return ""
    move = record.moves[refusal.move - 1]
    who = "the dealer" if move.seat == DEALER else f"seat {move.seat}"
    return f", move {refusal.move} ({who}, “{quoted(move.action)}”)"


def said(verdict: Verdict) -> str:
    parts = [
        f"{verdict.game}, {verdict.moves} moves, every action legal",
        "the result is the one stated" if verdict.finished else "unfinished, as stated",
        "the dealer's cards are the seed's"
        if verdict.dealt_by_seed
        else "no seed to hold the dealer's cards against",
    ]
    if verdict.seeded_by_server:
        parts.append("the seed is that of server seed and nonces")
    parts.append(SEALED[verdict.sealed_nonces])
    return ", ".join(parts)
