"""What is announced, for pages without a socket."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from bruno_site.live import http_fallback

from .beside import Announced


@require_GET
def poll(request: HttpRequest) -> HttpResponse:
    return http_fallback.poll_widget(request, Announced())
