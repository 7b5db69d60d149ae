from django.urls import path

from . import views

app_name = "games"

urlpatterns = [
    path("", views.mine, name="mine"),
    path("<int:game_id>/", views.table, name="table"),
    path("<int:game_id>/fragment/", views.fragment, name="fragment"),
    path("<int:game_id>/play/", views.play, name="play"),
    path("<int:game_id>/moves/", views.moves, name="moves"),
    path("<int:game_id>/replay/", views.replay, name="replay"),
    path("<int:game_id>/record.json", views.record, name="record"),
]
