"""How bots think: never failing, never hanging, and none at the cost of another.

A bot thinks in a thread of its own, so that one that hangs hangs alone. One that works hard would
take the interpreter from all the others: where there are `Thinkers`, it is sent to a process.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import LifoQueue
from threading import Thread
from time import monotonic, thread_time
from typing import Any, NamedTuple

from ..bots import Luck, bot, offered
from ..rules.game import Seat

log = logging.getLogger(__name__)

SECONDS = 2.0
# Sending a question to a process and its answer back costs about as much as this.
CHEAP_SECONDS = 0.001


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
    if _thinkers is not None and _costs.get(who, 0) > CHEAP_SECONDS:
        return _thinkers.ask(question, key)
    try:
        return _within(SECONDS, _timed, question, key)
    except TimeoutError:
        _costs[who] = SECONDS  # a thread cannot be ended, a process can
        raise


# Seconds of processor time a move, by kind and level: a mean that forgets.
_costs: dict[tuple[str, str], float] = {}


def _timed(question: Question, key: bytes) -> Any:
    begin = thread_time()
    try:
        return choose(question, key)
    finally:
        spent, who = thread_time() - begin, (question.kind, question.level)
        _costs[who] = 0.9 * _costs.get(who, spent) + 0.1 * spent


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


class Thinker:
    """A process that answers one question at a time. It ends with whoever asks it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), name="bot", daemon=True)
        self.process.start()
        theirs.close()

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
    while True:
        try:
            question, key = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((True, choose(question, key)))
        except Exception as failure:
            pipe.send((False, failure))


class Thinkers:
    """So many processes and no more, none before it is needed; one that hangs is replaced."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.idle: LifoQueue[Thinker | None] = LifoQueue()
        for _ in range(number):
            self.idle.put(None)

    def ask(self, question: Question, key: bytes) -> Any:
        until = monotonic() + SECONDS
        thinker = self.idle.get(timeout=SECONDS) or Thinker()
        kept: Thinker | None = thinker
        try:
            return thinker.ask(question, key, max(0.0, until - monotonic()))
        except (TimeoutError, OSError, EOFError):
            thinker.stop()
            kept = None
            raise
        finally:
            self.idle.put(kept)

    def stop(self) -> None:
        for _ in range(self.number):
            thinker = self.idle.get(timeout=2 * SECONDS)
            if thinker is not None:
                thinker.stop()


_thinkers: Thinkers | None = None


@contextmanager
def in_processes(number: int) -> Iterator[None]:
    """Meanwhile bots that work hard think elsewhere, so many at once."""
    global _thinkers
    _thinkers = Thinkers(number)
    try:
        yield
    finally:
        thinkers, _thinkers = _thinkers, None
        thinkers.stop()
