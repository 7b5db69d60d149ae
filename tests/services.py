"""As a pytest plug-in (`-p tests.services`): real services when BRUNO_TEST_SERVICES=1."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from tempfile import TemporaryDirectory

import pytest

from scripts.services import running_services


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    # A wrapper comes before pytest-django's own hook, which loads the settings.
    stack = ExitStack()
    early_config.add_cleanup(stack.close)
    # Neither the games of whoever develops here nor another test run are touched.
    os.environ["BRUNO_VAR"] = stack.enter_context(TemporaryDirectory(prefix="bruno-var-"))
    if os.environ.get("BRUNO_TEST_SERVICES") == "1":
        services = stack.enter_context(running_services())
        os.environ["DATABASE_URL"] = services.database_url
        os.environ["REDIS_URL"] = services.redis_url
        os.environ.setdefault("SECRET_KEY", "only for tests " * 5)
    yield
