"""The app configuration of the Django admin."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """Django's admin, with a second factor for staff."""

    default_site = "accounts.two_factor.TwoFactorAdminSite"
