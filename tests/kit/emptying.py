"""What is the same in every test stays when a test that commits is cleaned up after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.backends.base.introspection import BaseDatabaseIntrospection
from django.db.models.signals import post_migrate

OF_DJANGO = {ContentType._meta.db_table, Permission._meta.db_table}
RIGHTS = "django.contrib.auth.management.create_permissions"


def forget_all() -> None:
    """Tests use the same ids of games and people again and again."""
    from bruno_site.core import bounded_cache
    from bruno_site.live import quotas
    from games.log import states

    bounded_cache.clear_all()
    states.forget_all()
    quotas.message_quotas.left.clear()
    quotas.handshakes.coming.clear()


@contextmanager
def rights_kept() -> Iterator[None]:
    """Django would empty the tables of rights too and fill them again, with a hundred queries."""
    names = BaseDatabaseIntrospection.django_table_names

    def others(self: BaseDatabaseIntrospection, **which: Any) -> list[str]:
        return [name for name in names(self, **which) if name not in OF_DJANGO]

    post_migrate.disconnect(dispatch_uid=RIGHTS)
    post_migrate.disconnect(create_contenttypes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseIntrospection, "django_table_names", others)
        yield
    post_migrate.connect(create_contenttypes)
    post_migrate.connect(create_permissions, dispatch_uid=RIGHTS)


@contextmanager
def rows_deleted() -> Iterator[None]:
    """Django would truncate every table of PostgreSQL, which makes new files for each. A test has
    left a few rows in a few of them; they go without any guard being asked."""
    if connection.vendor != "postgresql":
        yield
        return

    def deleting(_self: Any, _style: Any, tables: list[str], **_how: Any) -> list[str]:
        deletes = "".join(f'DELETE FROM "{table}"; ' for table in tables)
        return [f"SET LOCAL session_replication_role = replica; {deletes}"] if tables else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", deleting)
        yield
