"""How a command says no: one sentence and an exit code, never a traceback."""

from __future__ import annotations

from typing import Final

from django.core.management.base import CommandError

from ..rules.reading import quoted

LONGEST_SENTENCE: Final = 300
FAULTY: Final = 1
BAD_ARGUMENTS: Final = 2


def one_line(sentence: object) -> str:
    return quoted(str(sentence), LONGEST_SENTENCE)


def bad_arguments(sentence: object) -> CommandError:
    return CommandError(one_line(sentence), returncode=BAD_ARGUMENTS)


def faulty(sentence: object) -> CommandError:
    return CommandError(one_line(sentence), returncode=FAULTY)
