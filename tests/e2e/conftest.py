from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests.kit.browser.chromium import FLAGS, find_chromium
from tests.kit.browser.people import People
from tests.kit.browser.site import Site

# Other tests run beside these, and browsers are many.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent.name == "e2e":
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def people(
    site: Site, browser: Browser, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[People]:
    # Playwright's own loop runs in this thread; the queries of the tests are not on it.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["127.0.0.1"])
    monkeypatch.setattr(settings, "MESSAGES_AT_ONCE", 10_000)  # these play faster than people
    people = People(browser, site.url)
    yield people
    people.leave()
    site.rest()
