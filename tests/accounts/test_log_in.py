import pytest
from django.test import Client

from tests.kit.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

LOG_IN = "/accounts/log-in/"


@pytest.mark.parametrize("written", ["Élodie", "élodie", "E\u0301LODIE"])
def test_a_name_is_known_however_it_is_written(client: Client, written: str) -> None:
    user = UserFactory.create(username="Élodie")
    response = client.post(LOG_IN, {"username": written, "password": PASSWORD}, follow=True)
    assert response.wsgi_request.user == user


def test_after_logging_in_one_is_where_one_wanted_to_be(client: Client) -> None:
    UserFactory.create(username="alice")
    form = {"username": "alice", "password": PASSWORD, "next": "/t/abcd-efgh/"}
    assert client.post(LOG_IN, form)["Location"] == "/t/abcd-efgh/"
    client.logout()
    assert client.post(LOG_IN, form | {"next": "https://evil.example"})["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "password"),
    [("alice", "wrong"), ("zoe", PASSWORD), ("closed", PASSWORD), ("", ""), ("a\x00", "\x00")],
)
def test_a_wrong_log_in_is_answered_without_saying_which_part_is_wrong(
    client: Client, name: str, password: str
) -> None:
    UserFactory.create(username="alice")
    UserFactory.create(username="closed", is_active=False)
    response = client.post(LOG_IN, {"username": name, "password": password})
    assert response.status_code == 200
    assert not response.wsgi_request.user.is_authenticated
    assert 'class="errorlist' in response.content.decode()


def test_logging_out_takes_a_press_not_a_link(client: Client) -> None:
    client.force_login(UserFactory.create())
    assert client.get("/accounts/log-out/").status_code == 405
    response = client.post("/accounts/log-out/", follow=True)
    assert not response.wsgi_request.user.is_authenticated


def test_a_form_without_its_token_is_refused_in_a_sentence() -> None:
    response = Client(enforce_csrf_checks=True).post(LOG_IN, {"username": "alice"})
    assert response.status_code == 403
    assert "too old" in response.content.decode()
