import pytest

from tests.kit.board import Board


@pytest.fixture
def board() -> Board:
    return Board()
