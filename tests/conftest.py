import os
from collections.abc import Iterator

import pytest
from django.db import connection

# A whole game with its tests, which run where tests/test_fourth_game.py copies them to.
collect_ignore = ["kit/fourth"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("BRUNO_TEST_SERVICES") == "1":
        return
    absent = pytest.mark.skip(reason="needs PostgreSQL and Redis: set BRUNO_TEST_SERVICES=1")
    for item in items:
        if item.get_closest_marker("services"):
            item.add_marker(absent)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """PostgreSQL drops no database that a pool is still connected to."""
    yield
    close_pool = getattr(connection, "close_pool", None)
    if close_pool is not None:
        close_pool()


@pytest.fixture(autouse=True)
def connections_given_back() -> Iterator[None]:
    """The threads of sockets keep theirs; a test takes its database with it."""
    yield
    from bruno_site.live import threads

    threads.give_connections_back()


@pytest.fixture(autouse=True)
def guards_lowered(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test that commits Django empties SQLite's tables row by row, which the guards would
    refuse. It raises them again itself, as after every migration."""
    marker = request.node.get_closest_marker("django_db")
    commits = marker is not None and marker.kwargs.get("transaction", False)
    if "transactional_db" in request.fixturenames:
        request.getfixturevalue("transactional_db")  # so that it ends after this
        commits = True
    yield
    if commits and connection.vendor == "sqlite":
        from games.log.guards import lower_guards

        lower_guards(using="default")


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Tests use the same game ids again and again."""
    from bruno_site import kept
    from games.log import states

    kept.forget_all()
    states.forget_all()


@pytest.fixture
def no_beat_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test does itself reaches a socket."""
    from bruno_site.live import hub

    monkeypatch.setattr(hub, "BEAT_SECONDS", 60.0)
