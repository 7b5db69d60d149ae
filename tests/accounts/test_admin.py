import pytest
from django.test import Client

from accounts.models import User
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db

MEMBERS = "/admin/accounts/user/"


@pytest.fixture
def boss(client: Client) -> User:
    boss = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    return boss


def test_members_are_listed_and_found_by_a_part_of_their_name(client: Client, boss: User) -> None:
    UserFactory.create(username="Élodie")
    assert "Élodie" in client.get(MEMBERS, {"q": "élo"}).content.decode()
    assert "Élodie" not in client.get(MEMBERS, {"q": "zoe"}).content.decode()


def test_an_account_can_be_closed_and_opened_again_but_not_ones_own(
    client: Client, boss: User
) -> None:
    zoe = UserFactory.create(username="zoe")
    chosen = {"_selected_action": [zoe.pk, boss.pk]}
    client.post(MEMBERS, {"action": "deactivate", **chosen})
    assert list(User.objects.filter(is_active=False)) == [zoe]
    client.post(MEMBERS, {"action": "reactivate", **chosen})
    assert not User.objects.filter(is_active=False).exists()


def test_the_page_of_a_member_opens(client: Client, boss: User) -> None:
    assert client.get(f"{MEMBERS}{boss.pk}/change/").status_code == 200
