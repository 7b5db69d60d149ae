from django.urls import path

from . import account_pages, leaving_pages, recovery_pages, shun_pages, views

app_name = "accounts"

urlpatterns = [
    path("sign-up/", views.sign_up, name="signup"),
    path("guest/", views.come_as_guest, name="guest"),
    path("log-in/", views.log_in, name="login"),
    path("settings/", views.settings_page, name="settings"),
    path("sounds/", views.switch_sounds, name="sounds"),
    path("language/", views.choose_language, name="language"),
    path("settled-in/", views.settle_in, name="settle_in"),
    path("account/", account_pages.account, name="account"),
    path("password/", account_pages.password, name="password"),
    path("e-mail/", account_pages.email, name="email"),
    path("e-mail/<uid>/<token>/", recovery_pages.confirm_email, name="confirm_email"),
    path("codes/", account_pages.recovery_codes, name="codes"),
    path("log-out-there/", account_pages.end_stay, name="end_stay"),
    path("download/", leaving_pages.download, name="download"),
    path("delete/", leaving_pages.delete, name="delete"),
    path("recover/", recovery_pages.recover, name="recover"),
    path("forgotten/", recovery_pages.forgotten, name="forgotten"),
    path("reset/<uid>/<token>/", recovery_pages.reset, name="reset"),
    path("shuns/", shun_pages.shun_list, name="shuns"),
    path("shun/", shun_pages.shun, name="shun"),
    path("log-out/", views.log_out, name="logout"),
]
