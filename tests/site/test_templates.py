"""The Jinja environment: removal of line breaks, phrases, attributes and links."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from bruno_site.core.templates import environment
from games.rules.words import _, ngettext


@pytest.fixture(scope="module")
def made() -> Environment:
    return environment(autoescape=True, loader=DictLoader({}))


def rendered(made: Environment, source: str, **context: Any) -> str:
    return made.from_string(source).render(context)


# Lines


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li>\n  </li>\n</ul>", "<ul><li></li></ul>"),
        ("<p></p>\n\n\n<p></p>", "<p></p><p></p>"),
        ("<b>a</b>\r\n<i>b</i>", "<b>a</b><i>b</i>"),
    ],
)
def test_a_line_break_between_two_tags_is_nothing(
    made: Environment, source: str, sent: str
) -> None:
    assert rendered(made, source) == sent


def test_a_space_between_two_tags_on_one_line_is_kept(made: Environment) -> None:
    assert rendered(made, "<b>a</b> <i>b</i>") == "<b>a</b> <i>b</i>"


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("New here?\n  <a>Sign up</a>", "New here? <a>Sign up</a>"),
        ("<a>Sign up</a>\n  if you are new", "<a>Sign up</a> if you are new"),
        ("one\n  two", "one two"),
        ("{{ 1 }}\n{{ 2 }}", "1 2"),
        ("{{ 1 }}\n<b>2</b>\n{{ 3 }}", "1 <b>2</b> 3"),
    ],
)
def test_a_line_break_beside_words_or_values_is_a_space(
    made: Environment, source: str, sent: str
) -> None:
    assert rendered(made, source) == sent


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("{% if true %}\n  word\n{% endif %}\nafter", "wordafter"),
        (
            "<ul>\n{% for n in (1, 2) %}\n  <li>{{ n }}</li>\n{% endfor %}\n</ul>",
            "<ul><li>1</li><li>2</li></ul>",
        ),
        ("{% macro m() %}\n  <b>x</b>\n{% endmacro %}\n[{{ m() }}]", "[<b>x</b>]"),
        ("<p>a</p>\n{# why #}\n", "<p>a</p>"),
    ],
)
def test_a_line_break_beside_a_statement_is_nothing(
    made: Environment, source: str, sent: str
) -> None:
    assert rendered(made, source) == sent


def test_a_space_beside_a_statement_on_one_line_is_kept(made: Environment) -> None:
    source = "a{% if true %} · b{% endif %} c"
    assert rendered(made, source) == "a · b c"


def test_a_comment_between_two_tags_leaves_nothing_behind(made: Environment) -> None:
    assert rendered(made, "<p>a</p>\n{# why #}\n<p>b</p>") == "<p>a</p><p>b</p>"
    assert rendered(made, "one\n{# why #}\ntwo") == "one two"


def test_attributes_may_stand_on_lines_of_their_own(made: Environment) -> None:
    source = '<a\n  class="btn\n    btn--wide"\n  href="{{ 1 }}"\n>'
    assert rendered(made, source) == '<a class="btn btn--wide" href="1">'


def test_line_breaks_in_a_value_are_kept(made: Environment) -> None:
    source = "<pre>{{ text }}</pre>"
    assert rendered(made, source, text="a\n  b\n") == "<pre>a\n  b\n</pre>"


def test_a_sentence_that_is_broken_into_lines_is_translated_as_one(
    made: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_italian = {"%(name)s has the lead.": "%(name)s esce."}
    monkeypatch.setattr("bruno_site.core.templates.gettext", in_italian.__getitem__)
    source = "{% trans name=who %}\n  {{ name }} has\n  the lead.\n{% endtrans %}"
    assert (
        rendered(environment(autoescape=True, loader=DictLoader({})), source, who="bob")
        == "bob esce."
    )


def test_a_plural_is_chosen_by_its_number(made: Environment) -> None:
    source = "{% trans n=n %}\n  {{ n }} move\n{% pluralize %}\n  {{ n }} moves\n{% endtrans %}"
    assert [rendered(made, source, n=n) for n in (1, 2)] == ["1 move", "2 moves"]


# Phrases


def test_a_phrase_is_printed_in_the_readers_words(made: Environment) -> None:
    with override_settings(GAME_NAMES={"A game of tests": "Prova"}):
        assert rendered(made, "{{ title }}", title=_("A game of tests")) == "Prova"


def test_a_phrase_in_a_sentence_is_printed_in_the_readers_words_too(made: Environment) -> None:
    title = _("Another game of tests")
    with override_settings(GAME_NAMES={"Another game of tests": "Prova"}):
        assert rendered(made, '{{ _("Rules of %(game)s", game=title) }}', title=title) == (
            "Rules of Prova"
        )
        source = "{% trans game=title %}<b>Your turn</b> in {{ game }}{% endtrans %}"
        assert rendered(made, source, title=title) == "<b>Your turn</b> in Prova"


def test_what_a_player_typed_is_escaped_wherever_it_stands(made: Environment) -> None:
    name = "<i>zoe</i>"
    for source in (
        "{{ name }}",
        "{{ phrase }}",
        "{{ phrase|marked }}",
        '{{ _("%(name)s’s table", name=name) }}',
        "{% trans name=name %}{{ name }} sits{% endtrans %}",
        "<a{{ {'title': name}|xmlattr }}>",
    ):
        html = rendered(made, source, name=name, phrase=_("%(name)s sits", name=name))
        assert "&lt;i&gt;zoe&lt;/i&gt;" in html, source
        assert "<i>" not in html, source


def test_a_counted_phrase_prints_its_number(made: Environment) -> None:
    moves = [ngettext("%(n)s move", "%(n)s moves", n) for n in (1, 2)]
    assert rendered(made, "{{ moves[0] }}, {{ moves[1] }}", moves=moves) == "1 move, 2 moves"


def test_nothing_is_printed_for_none(made: Environment) -> None:
    assert rendered(made, "[{{ nobody }}]", nobody=None) == "[]"


# Attributes, links, language


def test_an_attribute_is_there_only_if_it_has_a_value(made: Environment) -> None:
    given = {"min": 0, "max": None, "required": True, "checked": False, "title": _("Sit here")}
    assert rendered(made, "<input{{ given|xmlattr }}>", given=given) == (
        '<input min="0" required title="Sit here">'
    )


def test_an_icon_is_drawn_from_the_pages_own_symbols(made: Environment) -> None:
    assert rendered(made, '{{ icon("moon") }}') == Markup('<use href="#i-moon"/>')


def test_links_lead_from_a_game_to_pages_it_does_not_know(made: Environment) -> None:
    source = '{{ links.home() }} {{ links.rules("uno") }} {{ links.play_again(7) }}'
    assert rendered(made, source) == "/ /rules/uno/ /again/7/"


@pytest.mark.parametrize(("language", "way"), [("en", "ltr"), ("he", "rtl")])
def test_the_page_runs_as_its_language_is_read(made: Environment, language: str, way: str) -> None:
    with translation.override(language):
        assert rendered(made, "{{ language() }} {{ direction() }}") == f"{language} {way}"
