"""A lesson in a browser, by somebody who has no account and no mouse."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils.translation import override
from playwright.sync_api import Page, expect

from games.phrases import translate
from games.rules.lesson import lessons
from tests.kit.browser.boxes import CUT, LAID_OVER
from tests.kit.browser.people import PHONE, People, Person

FOCUSED = "document.activeElement.value || ''"
MOST_TABS = 16
# The caption stays in sight when the table below it is scrolled, and would lie on it.
TO_THE_TOP = """() => {
  let each = document.getElementById("caption");
  for (; each; each = each.parentElement) each.scrollTop = 0;
}"""


def press_what_is_asked(page: Page, action: str) -> None:
    """The card that has the focus, and then the button that plays it. Bids are asked for twice."""
    if page.evaluate(FOCUSED) != action:
        page.keyboard.press("Enter")
    for _tab in range(MOST_TABS):
        if page.evaluate(FOCUSED) == action:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    if action.startswith(("bid", "call")):
        page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("kind", "language"), [("bruno", "en"), ("uno", "zh-hans"), ("briscalone", "it")]
)
def test_a_lesson_is_played_to_its_end_with_the_keyboard_and_fits_a_phone(
    people: People, kind: str, language: str
) -> None:
    visitor = people.pass_by()
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": people.url}
    visitor.context.add_cookies([cookie])  # type: ignore[list-item]
    page, stops, faults = visitor.page, lessons()[kind].stops, {}
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    visitor.go(f"/learn/{kind}/")
    visitor.is_connected()
    for place, stop in enumerate(stops):
        visitor.sees_seq(lessons()[kind].waits[place])
        with override(language):
            expect(page.locator("#caption")).to_contain_text(translate(stop.said.phrase))
        page.evaluate(TO_THE_TOP)
        if found := [*page.evaluate(CUT), *page.evaluate(LAID_OVER)]:
            faults[place] = found
        if stop.asked is not None:
            press_what_is_asked(page, stop.asked.action)
        elif place < len(stops) - 1:
            expect(page.locator("#caption .btn")).to_be_focused()
            page.keyboard.press("Enter")
    assert faults == {}
    assert page.evaluate("document.body.scrollHeight <= innerHeight"), "the end scrolls"


def test_a_word_on_the_table_says_what_it_means_and_the_rules_are_one_key_away(
    people: People,
) -> None:
    visitor = people.pass_by()
    page = visitor.page
    visitor.go("/learn/bruno/")
    visitor.is_connected()
    page.get_by_role("button", name="Free lead").click()
    expect(page.locator("#word-free-lead")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    glance = page.locator("#glance")
    expect(glance).to_be_visible()
    # What a move brings does not close it.
    page.evaluate("document.getElementById('go-on-reading').click()")
    visitor.sees_seq(1)
    expect(glance).to_be_visible()
    page.keyboard.press("?")
    expect(glance).to_be_hidden()


UNTIL = lessons()["bruno"].waits[2]  # where it waits after the Queens


def test_the_others_move_one_after_the_other(people: People) -> None:
    learner = at_the_queens(people)
    plays_the_queens(learner)
    learner.sees_seq(UNTIL)
    frames = [frame for frame in learner.received if 'id="seq"' in frame]
    seen = [int(frame.split('id="seq"')[1].split('value="')[1].split('"')[0]) for frame in frames]
    assert seen[-4:] == list(range(UNTIL - 3, UNTIL + 1))
    expect(learner.page.locator("#rank-5 button")).to_be_focused()


# As after a message that was lost: the same, in other elements.
DRAWN_AGAIN = """() => document.addEventListener("table:shown", () => {
  const caption = document.getElementById("caption");
  caption.replaceWith(caption.cloneNode(true));
})"""


def test_they_go_on_also_if_the_page_is_drawn_again_meanwhile(people: People) -> None:
    learner = at_the_queens(people)
    learner.page.evaluate(DRAWN_AGAIN)
    plays_the_queens(learner)
    learner.sees_seq(UNTIL)


def at_the_queens(people: People) -> Person:
    learner = people.arrive("zoe", moves=True)
    learner.go("/learn/bruno/")
    learner.is_connected()
    learner.page.get_by_role("button", name="Go on").click()
    learner.sees_seq(1)
    return learner


def plays_the_queens(learner: Person) -> None:
    learner.page.locator("#rank-Q button").click()
    learner.page.locator("#act button[value='play Qs Qh Qd']").click()
