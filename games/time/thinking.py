"""How bots think: never failing, never hanging, and none at the cost of another.

A bot thinks in a thread of its own, so that one that hangs hangs alone. One that works hard would
take the interpreter from all the others: where there are `Thinkers`, it is sent to a process.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Queue
from threading import Lock, Thread
from time import monotonic, thread_time
from typing import Any, NamedTuple

from ..bots import Luck, bot, offered
from ..rules import kinds
from ..rules.game import Seat

log = logging.getLogger(__name__)

SECONDS = 2.0
# Asking a process and waiting for its answer takes about as long as this.
CHEAP_SECONDS = 0.0005
# The first time a bot is asked it reads its weights, and any may have a bad day.
OFTEN = 3
# Others notice one that works for so long: it need not do it again.
LONG_SECONDS = 0.2


class Question(NamedTuple):
    """What a bot is asked: of a view, and of what its seat may do."""

    kind: str
    level: str
    view: Any
    actions: tuple[Any, ...]
    seat: Seat
    seq: int


def choose(question: Question, key: bytes) -> Any:
    """The bot's own answer: it may fail, hang or be nonsense."""
    luck = Luck(key).at(question.seat, question.seq)
    return bot(question.kind, question.level)(question.view, question.actions, luck)


def answer(question: Question, key: bytes) -> Any:
    """One of the actions, in time, whatever the bot does."""
    try:
        action = _asked(question, key)
        if action in question.actions:
            return action
        log.error("The %s bot of %s wants %r", question.level, question.kind, action)
    except Exception:
        log.exception("The %s bot of %s failed", question.level, question.kind)
    weakest = offered(question.kind)[0].level
    return choose(question._replace(level=weakest), key)


def _asked(question: Question, key: bytes) -> Any:
    who = (question.kind, question.level)
    if _thinkers is not None and _strains.get(who, 0) >= OFTEN:
        with suppress(NobodyThere):
            return _thinkers.ask(question, key)
    try:
        return _within(SECONDS, _watched, question, key)
    except TimeoutError:
        _strains[who] = OFTEN  # a thread cannot be ended, a process can
        raise


# How often in a row a bot worked hard, by kind and level.
_strains: dict[tuple[str, str], int] = {}


def _watched(question: Question, key: bytes) -> Any:
    begin, who = thread_time(), (question.kind, question.level)
    try:
        return choose(question, key)
    finally:
        _note(who, thread_time() - begin)


def _note(who: tuple[str, str], worked: float) -> None:
    if worked > LONG_SECONDS:
        _strains[who] = OFTEN
    else:
        _strains[who] = _strains.get(who, 0) + 1 if worked > CHEAP_SECONDS else 0


def _within(seconds: float, act: Callable[..., Any], *arguments: Any) -> Any:
    """What it answers. In a thread of its own, so that one that hangs hangs alone."""
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(act(*arguments))
        except Exception as failure:
            future.set_exception(failure)

    Thread(target=run, name="bot", daemon=True).start()
    return future.result(seconds)


class NobodyThere(Exception):
    """No process is up yet."""


class Thinker:
    """A process that answers one question at a time. It ends with whoever asks it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), name="bot", daemon=True)
        self.process.start()
        theirs.close()
        self.has_come_up = False

    def is_up(self) -> bool:
        if not self.has_come_up and self.pipe.poll():
            self.has_come_up = bool(self.pipe.recv())
        return self.has_come_up

    def ask(self, question: Question, key: bytes, seconds: float) -> Any:
        """Raises TimeoutError, and whatever the bot raised."""
        self.pipe.send((question, key))
        if not self.pipe.poll(seconds):
            raise TimeoutError
        is_well, said = self.pipe.recv()
        if not is_well:
            raise said
        return said

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides when it is over
    _read_all()
    pipe.send(True)
    while True:
        try:
            question, key = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((True, choose(question, key)))
        except Exception as failure:
            pipe.send((False, failure))


def _read_all() -> None:
    """Rules and bots: nobody waits for them once the process is up, and it grows by them once."""
    for kind in kinds():
        for each in offered(kind):
            bot(kind, each.level)


class Thinkers:
    """So many processes and no more, from the first question on; one that hangs is replaced."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.idle: Queue[Thinker] = Queue()
        self.starting = Lock()
        self.has_started = False

    def start(self) -> None:
        with self.starting:
            for _ in range(0 if self.has_started else self.number):
                self.idle.put(Thinker())
            self.has_started = True

    def ask(self, question: Question, key: bytes) -> Any:
        """Raises NobodyThere and TimeoutError, and whatever the bot raised."""
        self.start()
        until = monotonic() + SECONDS
        thinker = kept = self.idle.get(timeout=SECONDS)
        try:
            if not thinker.is_up():
                raise NobodyThere
            return thinker.ask(question, key, max(0.0, until - monotonic()))
        except (TimeoutError, OSError, EOFError):
            thinker.stop()
            kept = Thinker()
            raise
        finally:
            self.idle.put(kept)

    def stop(self) -> None:
        for _ in range(self.number if self.has_started else 0):
            self.idle.get(timeout=2 * SECONDS).stop()


_thinkers: Thinkers | None = None


@contextmanager
def in_processes(number: int) -> Iterator[None]:
    """Meanwhile bots that work hard think elsewhere, so many at once."""
    global _thinkers
    _read_all()
    _thinkers = Thinkers(number)
    try:
        yield
    finally:
        thinkers, _thinkers = _thinkers, None
        thinkers.stop()
