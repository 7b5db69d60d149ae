"""What the database refuses about people whose account is deleted, said in a sentence: to a press
at a table as to a form of any page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import IntegrityError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from accounts.deleted_people import REFUSAL
from accounts.models import User

from .phrases import translate
from .rules.game import Refused
from .rules.words import _


class PersonDeleted(Refused):
    def __init__(self) -> None:
        super().__init__(_("An account that this is about has been deleted. Load the page again."))


def listen() -> None:
    """Have every connection say it so from now on."""
    connection_created.connect(_install, dispatch_uid="deleted people")


def _install(connection: BaseDatabaseWrapper, **_given: Any) -> None:
    if _refusing not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, _refusing)


def _refusing(execute: Callable[..., Any], *statement: Any) -> Any:
    try:
        return execute(*statement)
    except IntegrityError as error:
        if REFUSAL in str(error):
            raise PersonDeleted from error
        raise


class TellTheDeleted:
    """Middleware that answers a refusal of the database: a visitor whose own account is deleted is
    logged out, and anyone else is told in a sentence."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if not isinstance(fault, PersonDeleted):
            return None
        if User.objects.filter(pk=request.user.pk or 0).exclude(deletion="").exists():
            logout(request)
            messages.error(request, gettext("This account has been deleted."))
            return redirect(settings.LOGIN_URL)
        messages.error(request, translate(fault.phrase))
        return redirect(settings.LOGIN_REDIRECT_URL)
