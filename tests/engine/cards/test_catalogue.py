"""The catalogue: what is in both boxes, complete in three languages."""

import json
from pathlib import Path

import pytest
from citadels_engine import SetupError, new_game, scenario_cast
from citadels_engine.cards import catalogue

from tests.support.kept import assert_kept

EDITIONS = ["modern", "classic"]
RULES = Path(__file__).resolve().parents[3] / "web" / "rulebook"


def names(edition: str) -> list[tuple[str, dict[str, str]]]:
    return [
        *[(one["id"], one["names"]) for one in catalogue.characters(edition)],
        *[(one["id"], one["names"]) for one in catalogue.districts(edition)],
        *[(one["id"], one["names"]) for one in catalogue.scenarios(edition)],
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_and_scenario_has_a_name_in_each_language(edition: str) -> None:
    assert [
        (card, language)
        for card, told in names(edition)
        for language in ("en", "fr", "pt")
        if not told.get(language, "").strip() or told[language] == card
    ] == []


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_characters_and_unique_districts_have_the_names_of_the_rules_in_that_language(language: str) -> None:
    rules = (
        " ".join(path.read_text("utf-8") for path in sorted((RULES / language).glob("*.json")))
        .lower()
        .replace("’", "'")
    )
    told = [one["names"][language] for edition in EDITIONS for one in catalogue.characters(edition)]
    told += [one["names"][language] for edition in EDITIONS for one in catalogue.districts(edition) if one["unique"]]
    assert [name for name in told if name.lower() not in rules] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_cards_have_one_name(edition: str) -> None:
    for language in catalogue.LANGUAGES:
        told = [
            *[one["names"][language] for one in catalogue.characters(edition)],
            *[one["names"][language] for one in catalogue.districts(edition)],
        ]
        assert sorted(told) == sorted(set(told))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_character_and_unique_district_has_a_text(edition: str) -> None:
    told = [(one["id"], one["text"]) for one in catalogue.characters(edition)]
    told += [(one["id"], one["text"]) for one in catalogue.districts(edition) if one["unique"]]
    assert [card for card, text in told if len(text) < 10] == []


def test_the_boxes_are_complete() -> None:
    modern, classic = catalogue.districts("modern"), catalogue.districts("classic")
    assert len(catalogue.characters("modern")) == 27
    assert sum(one["copies"] for one in modern if not one["unique"]) == 54
    assert sum(one["unique"] for one in modern) == 30
    assert sum(one["copies"] for one in classic if not one["unique"]) == 54
    assert sum(one["bonus"] for one in classic) == 14
    assert sum(one["copies"] for one in classic if one["unique"] and not one["bonus"]) == 12
    assert len(catalogue.scenarios("modern")) + len(catalogue.scenarios("classic")) == 17


def test_characters_stand_by_rank_and_ordinary_districts_first() -> None:
    ranks = [one["rank"] for one in catalogue.characters("modern")]
    assert ranks == sorted(ranks)
    unique = [one["unique"] for one in catalogue.districts("classic")]
    assert unique == sorted(unique)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_scenario_can_be_dealt(edition: str) -> None:
    for one in catalogue.scenarios(edition):
        cast = scenario_cast(one["id"], 5)
        assert new_game(5, edition=edition, cast=cast, uniques=one["uniques"]).n == 0


def test_a_copy_may_be_changed() -> None:
    catalogue.characters("modern")[0]["names"]["en"] = "Nobody"
    catalogue.scenarios("modern")[0]["ranks"].clear()
    assert catalogue.characters("modern")[0]["names"]["en"] == "Assassin"
    assert catalogue.scenarios("modern")[0]["ranks"]


def test_another_edition_is_refused() -> None:
    with pytest.raises(SetupError, match="edition"):
        catalogue.characters("golden")


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_card_is_told_as_people_have_read_it(edition: str) -> None:
    """Names in three languages, ranks, costs, copies and texts: what players, bots and the page go by."""
    told = [*catalogue.characters(edition), *catalogue.districts(edition), *catalogue.scenarios(edition)]
    lines = [json.dumps(one, ensure_ascii=False, sort_keys=True) for one in told]
    assert_kept(Path(__file__).parent / "kept" / f"catalogue_{edition}.txt", lines)
