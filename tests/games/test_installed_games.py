"""Games that installed packages add: found by name, and a broken one says what is wrong with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from siegeworks import games
from siegeworks.games import CONTENTS, NAMES, UnknownGame, game_names, load, module, problems
from siegeworks.play.rulebook import paragraphs, rules_text

SOUND = """
from siegeworks.games.expansion import CARD, CREDITS, IN_A_SENTENCE, OPTIONS, make
TITLE = "Another Siege"
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package on the path as installing it does; its games are found afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(
        name: str, package: str, source: str = SOUND, rules: str | None = "## R1 Board"
    ) -> None:
        (tmp_path / package).mkdir(exist_ok=True)
        (tmp_path / package / "__init__.py").write_text(source, encoding="utf-8")
        if rules is not None:
            (tmp_path / package / "RULES.md").write_text(rules, encoding="utf-8")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(
            f"[siegeworks.games]\n{name} = {package}\n", encoding="utf-8"
        )
        games.look_again()

    yield put
    games.look_again()


def test_an_installed_game_is_listed_after_the_five_and_loads(install: Install) -> None:
    install("another-siege", "another_siege_1")
    assert game_names() == (*NAMES, "another-siege")
    assert module("another-siege").TITLE == "Another Siege"
    assert load("another-siege", {"board": "2x2"}).options["board"] == "2x2"
    assert problems() == ()


def test_the_paragraphs_of_an_installed_rulebook_are_read_from_its_package(
    install: Install,
) -> None:
    install("another-siege", "another_siege_2", rules="# Another\n\n## R1 Board\n\nSmall.\n")
    assert paragraphs(rules_text("another-siege")) == {"R1": "## R1 Board\n\nSmall."}


def test_a_package_that_fails_to_load_is_left_out_and_the_others_go_on(install: Install) -> None:
    install("bad-siege", "bad_siege", "import no_such_module_at_all")
    install("good-siege", "good_siege")
    assert game_names() == (*NAMES, "good-siege")
    (sentence,) = problems()
    for part in ("bad_siege", "bad-siege", "no_such_module_at_all", "uninstall"):
        assert part in sentence
    with pytest.raises(UnknownGame, match="no_such_module_at_all"):
        load("bad-siege")


@pytest.mark.parametrize("missing", CONTENTS)
def test_a_package_without_something_that_every_game_has_is_told_what(
    install: Install, missing: str
) -> None:
    install("short-siege", f"short_siege_{missing.lower()}", f"{SOUND}\ndel {missing}\n")
    assert game_names() == NAMES
    with pytest.raises(UnknownGame, match=f"does not define {missing}"):
        module("short-siege")


@pytest.mark.parametrize(
    "card, sentence",
    [
        ("'2 players'", "CARD in its __init__.py is not a siegeworks.core.card.Card"),
        (
            "Card(seats=(2, 2), minutes=20, learning='easy', luck='none')",
            "CARD: minutes=20 must be two whole numbers, at least and at most",
        ),
        (
            "Card(seats=(4, 2), minutes=(5, 9), learning='easy', luck='none')",
            r"CARD: seats=\(4, 2\) must be in order, from 1 to 8",
        ),
        (
            "Card(seats=(2, 2), minutes=(5, 9), learning='easy', luck='some')",
            "CARD: luck='some' must be one of none, set-up, dice",
        ),
        (
            "Card(seats=(2, 2), minutes=(5, 9), learning='easy', luck='none', hidden=True)",
            "CARD: hidden=True must say",
        ),
        ("Card(seats=(2, 2), minutes=(5, 9), learning='easy')", "luck"),
    ],
)
def test_a_card_that_cannot_be_right_is_refused_with_what_is_wrong(
    install: Install, card: str, sentence: str, request: pytest.FixtureRequest
) -> None:
    number = request.node.callspec.indices["card"]
    source = f"{SOUND}\nfrom siegeworks.core.card import Card\nCARD = {card}\n"
    install("odd-siege", f"odd_siege_{number}", source)
    with pytest.raises(UnknownGame, match=sentence):
        module("odd-siege")


def test_a_package_without_a_rulebook_is_told_so(install: Install) -> None:
    install("ruleless-siege", "ruleless_siege", rules=None)
    with pytest.raises(UnknownGame, match=r"RULES\.md is missing"):
        module("ruleless-siege")


def test_a_package_cannot_replace_one_of_the_five(install: Install) -> None:
    install("expansion", "another_expansion")
    assert game_names() == NAMES
    assert load("expansion").title == "Expansion"
    (sentence,) = problems()
    assert "another_expansion" in sentence and "rename" in sentence


def test_two_packages_with_a_game_of_one_name_are_both_refused(install: Install) -> None:
    install("same-siege", "first_siege")
    install("same-siege", "second_siege")
    assert game_names() == NAMES
    with pytest.raises(UnknownGame, match=r"first_siege and .*second_siege"):
        load("same-siege")


@pytest.mark.parametrize("name", ["Siege", "my_siege", "siege-", "siege two"])
def test_a_name_that_nobody_could_type_is_refused(install: Install, name: str) -> None:
    install(name, "badly_named_siege")
    assert game_names() == NAMES
    (sentence,) = problems()
    assert "lower-case letters" in sentence
