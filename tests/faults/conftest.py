from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.faults.dealt import Dealer
from tests.kit.faults.stack import Stack, running_stack


@pytest.fixture(scope="session")
def running() -> Iterator[Stack]:
    """One site for all of these tests: each leaves it as well as it found it."""
    with running_stack() as stack:
        yield stack


@pytest.fixture(scope="session")
def dealer(running: Stack) -> Iterator[Dealer]:
    with Dealer(running.environment) as dealer:
        yield dealer


@pytest.fixture
def stack(running: Stack) -> Iterator[Stack]:
    running.wait_until_well()
    yield running
    print(running.said())  # shown when the test failed
