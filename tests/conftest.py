import gc
import os
from collections.abc import Iterator

import pytest
import pytest_django
from django.conf import settings
from django.db import connection
from django.utils import translation

# A whole game with its tests, which run where tests/test_fourth_game.py copies them to.
collect_ignore = ["kit/fourth"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are made here and stay to the end: nothing is gained by looking through
    them for what can be thrown away, neither now nor later."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_configure() -> None:
    """Tests serve pages and keep the time in one process, also where there is a Redis."""
    pool = settings.DATABASES["default"]["OPTIONS"].get("pool")
    if pool is not None:
        pool["max_size"] = 2 * settings.DB_POOL_SIZE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("BRUNO_TEST_SERVICES") == "1":
        return
    absent = pytest.mark.skip(reason="needs PostgreSQL and Redis: set BRUNO_TEST_SERVICES=1")
    for item in items:
        if item.get_closest_marker("services"):
            item.add_marker(absent)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """PostgreSQL drops no database that somebody is still connected to: the pool, or a thread of a
    test that failed."""
    from tests.kit.emptying import rights_kept, rows_deleted

    with rights_kept(), rows_deleted():
        yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    close_pool = getattr(connection, "close_pool", None)
    if close_pool is not None:
        close_pool()


@pytest.fixture(scope="session", autouse=True)
def files_looked_for_once() -> Iterator[None]:
    """Every client of a test starts the site anew, which would look at hundreds of files again."""
    from bruno_site.core.static_files import StaticFilesMiddleware

    found: dict[str, object] = {}
    look = StaticFilesMiddleware.add_files_from_finders

    def once(files: StaticFilesMiddleware) -> None:
        if not found:
            look(files)
            found.update(files.files)
        files.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(autouse=True)
def connections_given_back() -> Iterator[None]:
    """The threads of sockets keep theirs; a test takes its database with it."""
    yield
    from bruno_site.live import threads

    threads.release_all_connections()


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
        from bruno_site.core.triggers import drop_all

        drop_all(using="default")


@pytest.fixture(autouse=True)
def no_second_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests that are about it ask staff for a code."""
    monkeypatch.setattr(settings, "STAFF_SECOND_FACTOR", False)


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    from tests.kit.emptying import forget_all

    forget_all()


@pytest.fixture(autouse=True)
def no_language_left_behind() -> Iterator[None]:
    """A request leaves its language with the thread that answered it, which here is the next
    test's too."""
    yield
    translation.deactivate()


@pytest.fixture
def no_beat_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test does itself reaches a socket."""
    from bruno_site.live import hub

    monkeypatch.setattr(hub, "BEAT_SECONDS", 60.0)


@pytest.fixture
def no_collection() -> Iterator[None]:
    """What goes meanwhile goes by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
