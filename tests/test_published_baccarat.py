"""Our figures against those that others published: integers to the unit, decimals to their last digit."""

import tomllib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import everydeal
from everydeal.certificate import Certificate, ConfigurationReturn
from everydeal.returns import WagerReturn
from everydeal.sheet.load import bundled, read
from everydeal.sheet.model import Sheet
from tests.conftest import DATA

PUBLISHED: dict[str, Any] = tomllib.loads((DATA / "published-baccarat.toml").read_text(encoding="utf-8"))
EIGHT = 4_998_398_275_503_360  # 416 x 415 x 414 x 413 x 412 x 411


@cache
def certificate(sheet: str) -> Certificate:
    """A bundled sheet, certified for 6 and 8 decks."""
    return everydeal.certify(sheet, decks=[6, 8])


def priced(sheet: str, wager: str, decks: int) -> WagerReturn:
    return certificate(sheet)[f"{decks}-decks"][wager]


def combinations(wager: WagerReturn, event: str) -> int:
    (found,) = [line.combinations for line in wager.lines if line.title == event]
    return found


def exact(figure: Any) -> Fraction:
    """One of our figures, which must hold no unknown, as a plain fraction."""
    return Fraction(int(figure.numerator), int(figure.denominator))


def rounds_to(value: Fraction, printed: str) -> bool:
    """Whether `value` lies within half a unit of the last printed place."""
    places = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**places)


def altered_text(sheet: str, replace: Sequence[Sequence[str]]) -> str:
    """The text of a bundled sheet with some of it replaced, wherever it stands."""
    text = bundled()[sheet].read_text(encoding="utf-8")
    for old, new in replace:
        assert old in text, f"{sheet} has no {old!r}"
        text = text.replace(old, new)
    return text


def altered_sheet(sheet: str, replace: Sequence[Sequence[str]]) -> Sheet:
    """The sheet that `altered_text` gives."""
    return read(altered_text(sheet, replace).encode(), f"{sheet}, altered")


def altered(name: str) -> list[dict[str, Any]]:
    """The published alterations of this name."""
    found = [entry for entry in PUBLISHED["altered"] if entry["name"] == name]
    assert found
    return found


def priced_altered(entry: dict[str, Any], sheet: str) -> ConfigurationReturn:
    """A sheet with 8 decks, or the shoe that the alteration names, under an alteration."""
    changed = altered_sheet(sheet, entry["replace"])
    wagers = entry["edges"][sheet]
    if "shoe" in entry:
        return everydeal.certify(changed, shoe=entry["shoe"], wagers=wagers)["shoe"]
    return everydeal.certify(changed, decks=8, wagers=wagers)["8-decks"]


def altered_edges(entry: dict[str, Any]) -> Iterator[tuple[str, Fraction, str]]:
    """Wager, our edge in percent and the printed one, under an alteration."""
    for sheet, edges in entry["edges"].items():
        configuration = priced_altered(entry, sheet)
        for wager, printed in edges.items():
            yield wager, 100 * exact(configuration[wager].house_edge), printed


def edges(kind: str) -> list[tuple[str, int, str, str]]:
    return [
        (entry["sheet"], entry["decks"], wager, figure)
        for entry in PUBLISHED["edges"]
        for wager, figure in entry.get(kind, {}).items()
    ]


# ---- counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("shoe", PUBLISHED["shoe"], ids=lambda shoe: f"{shoe['decks']}-decks")
def test_who_wins_to_the_unit(shoe: dict[str, Any]) -> None:
    player = priced("ez-baccarat", "player-line", shoe["decks"])
    banker = priced("ez-baccarat", "banker-line", shoe["decks"])
    assert player.total == int(shoe["total"])
    assert combinations(player, "Player wins") == int(shoe["player_wins"])
    assert combinations(banker, "Banker wins") == int(shoe["banker_wins"])
    assert combinations(player, "Tie") == combinations(banker, "Tie") == int(shoe["tie"])
    assert int(shoe["banker_wins"]) + int(shoe["player_wins"]) + int(shoe["tie"]) == int(shoe["total"])


@pytest.mark.parametrize("count", PUBLISHED["count"], ids=lambda count: str(count["event"]))
def test_combinations_to_the_unit(count: dict[str, Any]) -> None:
    wager = priced(count["sheet"], count["wager"], count["decks"])
    assert combinations(wager, count["event"]) == int(count["combinations"])


# ---- edges -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sheet", "decks", "wager", "printed"), edges("percent"))
def test_house_edge_rounds_to_the_printed_one(sheet: str, decks: int, wager: str, printed: str) -> None:
    assert rounds_to(100 * exact(priced(sheet, wager, decks).house_edge), printed)


@pytest.mark.parametrize(("sheet", "decks", "wager", "fraction"), edges("exact"))
def test_house_edge_is_exactly_this_fraction(sheet: str, decks: int, wager: str, fraction: str) -> None:
    found = priced(sheet, wager, decks).house_edge
    assert str(found) == fraction
    assert exact(found) == Fraction(fraction)


def test_edges_follow_from_the_published_integers() -> None:
    banker, player, tie = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
    dragon, panda = 112_633_011_329_024, 172_660_763_262_976
    expected = {
        "player-line": Fraction(banker - player, EIGHT),
        "banker-line": Fraction(player - banker, EIGHT),
        "banker-line-barred": Fraction(player - (banker - dragon), EIGHT),
        "tie": 1 - Fraction(10 * tie, EIGHT),
        "tie-8-to-1": 1 - Fraction(9 * tie, EIGHT),
        "dragon-7": 1 - Fraction(41 * dragon, EIGHT),
        "panda-8": 1 - Fraction(26 * panda, EIGHT),
    }
    found = certificate("ez-baccarat")["8-decks"]
    assert {wager: exact(found[wager].house_edge) for wager in found} == expected


def test_dragon_bonus_follows_from_the_published_integers() -> None:
    natural, push = 812_685_054_124_032, 89_325_908_267_520
    by = {
        30: 18_409_431_764_992,
        10: 34_097_645_543_424,
        6: 89_590_261_473_280,
        4: 141_238_897_317_888,
        2: 166_169_165_987_840,
        1: 186_780_352_174_080,
    }
    won = natural + sum(pays * count for pays, count in by.items())
    lost = EIGHT - natural - push - sum(by.values())
    found = priced("punto-banco", "dragon-bonus-player", 8)
    assert exact(found.house_edge) == Fraction(lost - won, EIGHT)
    assert found.pushes == push


@pytest.mark.parametrize("entry", PUBLISHED["standard_deviation"], ids=lambda entry: str(entry["wager"]))
def test_standard_deviation_rounds_to_the_printed_one(entry: dict[str, Any]) -> None:
    wager = priced(entry["sheet"], entry["wager"], entry["decks"])
    printed: str = entry["printed"]
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    low, high = Fraction(printed) - half, Fraction(printed) + half
    assert low**2 <= exact(wager.variance) <= high**2
    assert wager.standard_deviation(4) == printed


def test_variance_of_a_wager_with_two_results_in_closed_form() -> None:
    # a wager that wins w with chance p and else loses 1 has the variance (w + 1)^2 p (1 - p)
    chance = Fraction(112_633_011_329_024, EIGHT)
    assert exact(priced("ez-baccarat", "dragon-7", 8).variance) == 41**2 * chance * (1 - chance)


@pytest.mark.parametrize(
    ("name", "entry"), [(name, entry) for name in ("E11", "E12") for entry in altered(name)]
)
def test_a_ruling_decided_the_other_way_gives_the_edge_it_states(name: str, entry: dict[str, Any]) -> None:
    for wager, found, printed in altered_edges(entry):
        assert rounds_to(found, printed), f"{name}: {wager}"
        # a push in place of a loss: the edge falls, and both readings are more than rounding apart
        assert found < 100 * exact(priced("ez-baccarat", wager, 8).house_edge) - Fraction(1, 100)


# ---- cards out of the shoe -----------------------------------------------------------------------


@pytest.mark.parametrize(("less", "change"), PUBLISHED["player_wins_change"].items())
def test_fours_leaving_the_shoe_change_the_chance_that_player_wins(less: str, change: str) -> None:
    left = everydeal.certify("punto-banco", shoe=f"8 decks less {less}", wagers=["player"])["shoe"]["player"]
    cards = 416 - len(less.split())
    assert left.total == cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
    chance = Fraction(combinations(left, "Player wins"), left.total)
    assert rounds_to(chance - Fraction(2_230_518_282_592_256, EIGHT), change)


@pytest.mark.parametrize("suit", "cdhs")
def test_the_suit_of_a_missing_four_does_not_matter(suit: str) -> None:
    (change,) = [change for less, change in PUBLISHED["player_wins_change"].items() if len(less.split()) == 1]
    left = everydeal.certify("punto-banco", shoe=f"8 decks less 4{suit}", wagers=["player"])["shoe"]
    chance = exact(left["player"].lines[0].probability)
    assert rounds_to(chance - Fraction(2_230_518_282_592_256, EIGHT), change)


# ---- what must be said first -----------------------------------------------------------------------


def test_the_printed_banker_line_favours_the_bettor_and_the_first_line_says_so() -> None:
    found = everydeal.certify("ez-baccarat")
    assert list(found) == ["4-decks", "6-decks", "8-decks"]
    for configuration in found.configurations:
        assert exact(configuration["banker-line"].house_edge) < 0
    # Banker wins more often than Player and is paid the same: minus Player's 1.2351%
    assert rounds_to(100 * exact(found["8-decks"]["banker-line"].house_edge), "-1.2351")
    assert found.headlines[0].startswith("banker-line FAVOURS THE BETTOR")
    assert "8-decks: -1.2351%" in found.headlines[0]
    favoured = [finding.wager for finding in found.findings if finding.kind == "favours-the-bettor"]
    assert favoured == ["banker-line"]


def test_the_barred_banker_line_stands_beside_it() -> None:
    found = everydeal.certify("ez-baccarat", decks=8)
    assert "banker-line-barred" in found.headlines[1]
    assert exact(found["8-decks"]["banker-line-barred"].house_edge) > 0
