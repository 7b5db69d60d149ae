"""In which language somebody is spoken to: on pages, over sockets, in letters and lessons."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils.translation import override

from accounts import emails, mailer
from accounts.models import User
from bruno_site.core.i18n import format_date
from bruno_site.live.threads import in_thread
from games.phrases import marked_up, translate
from games.rules.lesson import lessons
from games.rules.table import YOU, plate
from games.rules.words import Phrase, _
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory
from tests.kit.sockets import answer_to, table_line

pytestmark = pytest.mark.django_db

IN_ITALIAN = {"Accept-Language": "it-IT,it;q=0.9,en;q=0.5"}
RULES = {"en": "Rules of the games", "it": "Regole dei giochi", "zh-hans": "游戏规则"}


@pytest.fixture
def alice(client: Client) -> User:
    alice = UserFactory.create(username="alice")
    client.force_login(alice)
    return alice


def spoken_to(client: Client, **headers: str) -> str:
    """As the page says itself."""
    page = client.get("/rules/", headers=headers).content.decode()
    language = re.search(r'<html lang="([\w-]+)"', page)
    assert language is not None and RULES[language[1]] in page
    return language[1]


def choose(client: Client, language: str, referer: str = "/rules/") -> str:
    came_from = {"Referer": f"http://testserver{referer}"}
    return client.post("/accounts/language/", {"language": language}, headers=came_from)["Location"]


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("de", "en"),
        ("it-CH", "it"),
        ("zh-CN,zh;q=0.9", "zh-hans"),
        ("zh", "zh-hans"),
        ("de,it;q=0.5,en;q=0.2", "it"),
    ],
)
def test_a_browser_says_which_language_to_speak(client: Client, asked: str, language: str) -> None:
    assert spoken_to(client, **{"Accept-Language": asked}) == language


def test_whoever_passes_by_chooses_once(client: Client) -> None:
    assert choose(client, "zh-hans") == "http://testserver/rules/"
    assert spoken_to(client, **IN_ITALIAN) == "zh-hans"
    assert choose(client, "en") and spoken_to(client, **IN_ITALIAN) == "en"


def test_a_member_is_spoken_to_alike_in_every_browser(client: Client, alice: User) -> None:
    choose(client, "it")
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert spoken_to(elsewhere) == "it"


def test_settings_choose_too_and_leave_it_to_the_browser_again(client: Client, alice: User) -> None:
    usual = {"deck": "french", "card_size": "normal", "bot_pace": "normal"}
    answer = client.post("/accounts/settings/", usual | {"language": "it"}, follow=True)
    assert "Le tue impostazioni sono salvate." in answer.content.decode()
    choose(client, "zh-hans")
    client.post("/accounts/settings/", usual | {"language": ""})
    assert spoken_to(client, **IN_ITALIAN) == "it" and spoken_to(client) == "en"


def test_a_language_that_is_not_spoken_changes_nothing(client: Client, alice: User) -> None:
    assert choose(client, "tlh") and spoken_to(client) == "en"
    alice.refresh_from_db()
    assert alice.language == ""


def test_nobody_is_led_to_another_site(client: Client) -> None:
    form = {"language": "it", "next": "https://example.com/"}
    assert client.post("/accounts/language/", form)["Location"] == "/"


def test_a_page_for_an_error_speaks_it_too(client: Client, alice: User) -> None:
    User.objects.update(language="it")
    assert "Qui non c’è nulla" in client.get("/nowhere/").content.decode()


def test_a_letter_is_in_the_language_of_whom_it_is_for(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailer, "send", mailer._deliver)
    alice.email, alice.language = "alice@example.com", "it"
    emails.send_reset_link(client.get("/rules/").wsgi_request, alice)
    assert mail.outbox[0].subject == "Nuova password"
    assert "Ciao alice," in mail.outbox[0].body


@pytest.mark.parametrize(
    ("kind", "language"), [("bruno", "it"), ("uno", "zh-hans"), ("briscalone", "it")]
)
def test_a_lesson_is_played_to_its_end_in_another_language(
    client: Client, kind: str, language: str
) -> None:
    choose(client, language)
    for seq, stop in zip(lessons()[kind].waits, lessons()[kind].stops, strict=True):
        page = unescape(client.get(f"/learn/{kind}/").content.decode())
        with override(language):
            caption = translate(stop.said.phrase)
        assert caption in page and caption != str(stop.said.phrase)
        deed = {"action": stop.asked.action} if stop.asked else {"on": "1"}
        client.post(f"/learn/{kind}/press/", {"seq": seq, **deed})


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_a_socket_draws_and_refuses_in_the_viewers_language() -> None:
    """Also of what others were shown a moment before: what is kept is kept by language."""
    table = await in_thread(AtTable)
    alice, zoe = table.users[0], await in_thread(UserFactory.create)
    await in_thread(lambda: User.objects.filter(pk=alice.pk).update(language="it"))
    in_chinese = f"; {settings.LANGUAGE_COOKIE_NAME}=zh-hans".encode()
    async with (
        table_line(table.code, alice) as of_alice,
        table_line(table.code, zoe) as of_zoe,
        table_line(table.code, zoe, await in_thread(cookie_of, zoe) + in_chinese) as of_hers,
    ):
        assert "Le carte sono date." in await of_alice.hear()
        assert "The cards are dealt." in await of_zoe.hear()
        assert "发牌完毕" in await of_hers.hear()
        await of_alice.send(seq=0, action="pass")
        assert (await answer_to(of_alice)).startswith("Il tavolo è andato avanti.")


def test_italian_writes_days_and_months_small() -> None:
    day = date(2026, 11, 17)
    with override("it"):
        assert format_date(day, "l j F Y") == "martedì 17 novembre 2026"
    with override("en"):
        assert format_date(day, "l j F Y") == "Tuesday 17 November 2026"


@pytest.mark.parametrize(("language", "letter"), [("en", "Y"), ("it", "T"), ("zh-hans", "你")])
def test_the_learner_s_badge_shows_the_letter_of_the_word_beside_it(
    language: str, letter: str
) -> None:
    with override(language):
        mine = plate("You", None, is_on_turn=False, is_you=True)
        assert isinstance(mine.initial, Phrase)
        assert translate(mine.initial) == letter == translate(YOU)[0]
    assert plate("zoe", None, is_on_turn=False, is_you=True).initial == "Z"


def test_a_bot_is_called_one_in_the_readers_language() -> None:
    said = _("%(who)s passes.", who="Bice (bot)")
    assert translate(said) == "Bice (bot) passes."
    with override("zh-hans"):
        assert translate(said) == "Bice（机）过。"
        assert marked_up(said) == "<b>Bice（机）</b>过。"
