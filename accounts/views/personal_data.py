"""The pages to download everything stored about a member, and to delete the account."""

from __future__ import annotations

from datetime import timedelta
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import transaction
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from bruno_site.core.personal_data import personal_data_of_apps

from ..account_deletion import start_deletion, try_to_finish_deletion
from ..models import User
from ..rate_limits import Limit, TooManyTries, spend
from ..reauthentication import PasswordForm
from .account import PAGE_METHODS, form_page, members_only

DOWNLOADS = Limit("downloads of everything", 5, timedelta(hours=1))


@require_POST
@members_only
def download(request: HttpRequest, member: User) -> HttpResponseBase:
    """Send everything that is stored about the member, as a ZIP file."""
    try:
        spend(DOWNLOADS, str(member.pk))
    except TooManyTries as refusal:
        messages.error(request, refusal.sentence)
        return redirect("accounts:account")
    return FileResponse(export_zip(member), as_attachment=True, filename="bruno.zip")


def export_zip(user: User) -> IO[bytes]:
    """Return a ZIP file of everything that the apps store about the user.

    It is on disk, since it may be large, and is deleted when it is closed.
    """
    archive = TemporaryFile()  # noqa: SIM115  # FileResponse closes it
    with ZipFile(archive, "w", ZIP_DEFLATED) as files:
        for each in personal_data_of_apps():
            for name, text in each.export(user):
                files.writestr(name, text)
    archive.seek(0)
    return archive


def is_last_superuser(user: User) -> bool:
    """Return whether the user is the last superuser: without one, nobody could change staff."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()


@require_http_methods(PAGE_METHODS)
@members_only
def delete_account(request: HttpRequest, member: User) -> HttpResponse:
    """Ask for the password, then delete the member's account and log them out."""
    form = PasswordForm(request, request.POST or None)
    if form.is_valid():
        if _delete_account(member):
            logout(request)
            messages.success(request, _("Your account is deleted. Farewell."))
            return redirect(settings.LOGOUT_REDIRECT_URL)
        form.add_error(None, _("Nobody else is a superuser here. Give somebody that rank first."))
    lead = _(
        "Your name, password, settings and everything you wrote go for good, and nobody can bring "
        "them back. Games you played stay for those who played them with you, under a name that "
        "tells nothing. In games that are running the house plays on for you."
    )
    return form_page(request, form, _("Delete your account"), _("Delete it for good"), lead=lead)


def _delete_account(member: User) -> bool:
    """Delete the account unless its owner is the last superuser; return whether it was deleted."""
    with transaction.atomic():
        if member.is_superuser:
            # Lock them all: of superusers who delete their accounts at once, the last one stays.
            superusers = User.objects.select_for_update(no_key=True).filter(is_superuser=True)
            list(superusers.order_by("pk"))
        if is_last_superuser(member):
            return False
        is_started = start_deletion(member)
    if is_started:
        try_to_finish_deletion(member)
    return True
