import pytest

from tests.kit.at_table import AtTable


@pytest.fixture
def table(db: None) -> AtTable:
    return AtTable()


@pytest.fixture
def committed_table(transactional_db: None) -> AtTable:
    """For tests with threads or sockets, which see only what is committed."""
    return AtTable()
