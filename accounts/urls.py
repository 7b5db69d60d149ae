"""The URLs of accounts."""

from django.urls import path

from .views import account, blocks, login, personal_data, recovery

app_name = "accounts"

urlpatterns = [
    path("sign-up/", login.sign_up, name="sign_up"),
    path("guest/", login.continue_as_guest, name="guest"),
    path("log-in/", login.log_in, name="log_in"),
    path("settings/", login.settings_page, name="settings"),
    path("sounds/", login.switch_sounds, name="sounds"),
    path("language/", login.choose_language, name="language"),
    path("dismiss-welcome/", login.dismiss_welcome, name="dismiss_welcome"),
    path("account/", account.account, name="account"),
    path("password/", account.change_password, name="password"),
    path("e-mail/", account.change_email, name="email"),
    path("e-mail/<uid>/<token>/", recovery.confirm_email, name="confirm_email"),
    path("codes/", account.new_recovery_codes, name="codes"),
    path("log-out-there/", account.end_session, name="end_session"),
    path("download/", personal_data.download, name="download"),
    path("delete/", personal_data.delete_account, name="delete"),
    path("recover/", recovery.recover, name="recover"),
    path("forgotten/", recovery.forgot_password, name="forgot_password"),
    path("reset/<uid>/<token>/", recovery.reset_password, name="reset_password"),
    path("blocks/", blocks.block_list, name="blocks"),
    path("block/", blocks.change_block, name="block"),
    path("log-out/", login.log_out, name="log_out"),
]
