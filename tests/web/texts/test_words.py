"""The words of the page: the same keys with the same names in them in English, French and Portuguese, and every key that the page uses."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[3] / "web"
LANGUAGES = ("en", "fr", "pt")
NODE = shutil.which("node")
USED = re.compile(r"""\bt\(\s*["']([a-z_]+)\.([A-Za-z0-9_]+)["']""")
NAMED = re.compile(r"\{(\w+)\}")
AREAS = sorted(file.stem for file in (WEB / "i18n" / "en").glob("*.mjs"))
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here; CI promises one")


@cache
def words() -> dict[str, dict[str, dict[str, Any]]]:
    """All words, by language and area, as node reads them."""
    program = (
        "const found = {}; for (const [lang, area] of JSON.parse(process.argv[1])) {"
        " (found[lang] ??= {})[area] = (await import(`${process.argv[2]}/${lang}/${area}.mjs`)).default; }"
        " console.log(JSON.stringify(found));"
    )
    files = [(file.parent.name, file.stem) for file in sorted((WEB / "i18n").glob("*/*.mjs"))]
    done = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", program, json.dumps(files), (WEB / "i18n").as_uri()],
        capture_output=True,
        check=True,
        timeout=60,
        text=True,
    )
    told: dict[str, dict[str, dict[str, Any]]] = json.loads(done.stdout)
    return told


def names(text: Any) -> set[str]:
    """What is put into a text, in any of its plurals."""
    return set(NAMED.findall(json.dumps(text, ensure_ascii=False)))


@pytest.mark.parametrize("area", AREAS)
def test_every_language_says_the_same(area: str) -> None:
    english = words()["en"][area]
    assert english
    for language in LANGUAGES[1:]:
        other = words()[language][area]
        assert set(other) == set(english), language
        for key, text in english.items():
            assert names(other[key]) == names(text), (language, key)
            assert isinstance(other[key], str) == isinstance(text, str), (language, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_plurals_have_their_last_form(language: str) -> None:
    for area, texts in words()[language].items():
        for key, text in texts.items():
            forms = {"other": text} if isinstance(text, str) else text
            assert "other" in forms, (area, key)
            assert all(form.strip() for form in forms.values()), (area, key)


def test_whatever_the_page_says_has_words() -> None:
    used = {
        (area, key, str(file.relative_to(WEB)))
        for file in WEB.rglob("*.mjs")
        if "vendor" not in file.parts and "consoles" not in file.parts
        for area, key in USED.findall(file.read_text(encoding="utf-8"))
    }
    assert len(used) > 10
    missing = [(area, key, file) for area, key, file in used if key not in words()["en"].get(area, {})]
    assert missing == []


def test_the_generated_files_are_as_the_schema_has_them() -> None:
    from tools.web_types import written

    for name, text in written().items():
        assert (WEB / "core" / name).read_text(encoding="utf-8") == text, "run python -m tools.web_types"
