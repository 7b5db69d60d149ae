"""What is announced, for pages without a socket."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from bruno_site.live import fallback

from .beside import Announced


@require_GET
def poll(request: HttpRequest) -> HttpResponse:
    return fallback.poll_beside(request, Announced())
