"""Taking everything along, and going for good."""

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

from bruno_site.belongings import belongings

from .account_pages import PAGE, asked, members_only
from .farewell import finish_or_leave, start_deletion
from .limits import Limit, TooMany, spend
from .models import User
from .proofs import ProofForm

DOWNLOADS = Limit("downloads of everything", 5, timedelta(hours=1))


@require_POST
@members_only
def download(request: HttpRequest, member: User) -> HttpResponseBase:
    try:
        spend(DOWNLOADS, str(member.pk))
    except TooMany as refusal:
        messages.error(request, refusal.sentence)
        return redirect("accounts:account")
    return FileResponse(everything_about(member), as_attachment=True, filename="bruno.zip")


def everything_about(user: User) -> IO[bytes]:
    """On disk, as it may be much, and gone when it is closed."""
    kept = TemporaryFile()  # noqa: SIM115  # whoever sends it closes it
    with ZipFile(kept, "w", ZIP_DEFLATED) as files:
        for each in belongings():
            for name, text in each.tell(user):
                files.writestr(name, text)
    kept.seek(0)
    return kept


def is_needed(user: User) -> bool:
    """Without a superuser nobody could decide about staff any more."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()


@require_http_methods(PAGE)
@members_only
def delete(request: HttpRequest, member: User) -> HttpResponse:
    form = ProofForm(request, request.POST or None)
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
    return asked(request, form, _("Delete your account"), _("Delete it for good"), lead=lead)


def _delete_account(member: User) -> bool:
    """Delete the account unless its owner is the last superuser; return whether it was deleted."""
    with transaction.atomic():
        if member.is_superuser:
            # Of superusers who go at the same moment the last one stays.
            superusers = User.objects.select_for_update(no_key=True).filter(is_superuser=True)
            list(superusers.order_by("pk"))
        if is_needed(member):
            return False
        is_started = start_deletion(member)
    if is_started:
        finish_or_leave(member)
    return True
