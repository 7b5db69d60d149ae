import pytest

from accounts.models import User
from lobby.models import Room
from tests.kit.factories import UserFactory, four_players, open_bruno


@pytest.fixture
def four() -> list[User]:
    return four_players()


@pytest.fixture
def zoe() -> User:
    return UserFactory.create(username="zoe")


@pytest.fixture
def room(four: list[User]) -> Room:
    """alice has opened a table, and sits at it."""
    return open_bruno(four[0])
