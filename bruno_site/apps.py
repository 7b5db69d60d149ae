from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    """Django's admin, behind a door of our own."""

    default_site = "accounts.second.Desk"
