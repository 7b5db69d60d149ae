from django.urls import path

from . import people

app_name = "people"

urlpatterns = [
    path("", people.board, name="board"),
    path("<str:name>/", people.profile, name="profile"),
]
