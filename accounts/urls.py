from django.urls import path

from . import views

app_name = "accounts"

urlpatterns = [
    path("sign-up/", views.sign_up, name="signup"),
    path("log-in/", views.log_in, name="login"),
    path("settings/", views.settings_page, name="settings"),
    path("log-out/", views.log_out, name="logout"),
]
