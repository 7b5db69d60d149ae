"""Every text that people can see, gathered from the code into the catalogues of the languages.

`make messages` adds what is new, drops what is gone, and compiles what is translated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parents[1]
LOCALES: Final = ("it", "zh_Hans")
FOLDERS: Final = ("accounts", "bruno_site", "games", "lobby", "templates")
KEYWORDS: Final = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
}
# As the environment of the templates reads them.
JINJA: Final = {"trimmed": "true", "silent": "false"}


def catalogue(locale: str) -> Path:
    return ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"


def admin_template(
    file: IO[bytes], keywords: Any, tags: Any, options: Any
) -> Iterator[tuple[int, Any, list[str], str | None]]:
    """A page of the admin is Django's own kind of template."""
    source = BytesIO(templatize(file.read().decode()).encode())
    yield from extract_python(source, keywords, tags, options)


def method_of(path: Path) -> Any:
    if path.suffix == ".py":
        return "python"
    return admin_template if "admin" in path.parts else "jinja2"


def readable() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".html"} and "migrations" not in path.parts:
                yield path


def gathered() -> Catalog:
    """All texts of the code, with the files they stand in."""
    found = Catalog(project="bruno", charset="utf-8")
    for path in readable():
        place = path.relative_to(ROOT)
        with path.open("rb") as file:
            for line, text, notes, context in extract(
                method_of(place), file, KEYWORDS, ("Translators:",), JINJA
            ):
                found.add(text, None, [(place.as_posix(), line)], (), notes, context=context)
    return found


def known(locale: str) -> Catalog:
    path = catalogue(locale)
    if not path.exists():
        return Catalog(locale, project="bruno", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def brought_up_to_date(locale: str, found: Catalog) -> Catalog:
    """Nothing is guessed: a text that changed is translated anew."""
    kept = known(locale)
    found.creation_date = kept.creation_date
    kept.update(found, no_fuzzy_matching=True)
    kept.obsolete.clear()
    kept.fuzzy, kept.header_comment = False, "# What bruno says. `make messages` adds what is new."
    kept.version, kept.msgid_bugs_address = "1", ""
    kept.last_translator, kept.language_team = "the authors", locale
    kept.revision_date = kept.creation_date
    return kept


def compiled(kept: Catalog) -> bytes:
    """Without what is not translated yet: that is said in English."""
    for text in untranslated(kept):
        kept.delete(text)
    output = BytesIO()
    write_mo(output, kept)
    return output.getvalue()


def untranslated(messages: Iterable[Message]) -> list[Any]:
    return [message.id for message in messages if message.id and not is_translated(message)]


def is_translated(message: Message) -> bool:
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(said) and not message.fuzzy


def main() -> None:
    settings.configure()
    found = gathered()
    for locale in LOCALES:
        kept, path = brought_up_to_date(locale, found), catalogue(locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, kept, width=100, sort_output=False, include_lineno=False)
        print(f"{locale}: {len(kept)} texts, {len(untranslated(kept))} of them untranslated")
        path.with_suffix(".mo").write_bytes(compiled(kept))


if __name__ == "__main__":
    main()
