"""Certificates: everything counted and priced from a sheet, and the canonical JSON of it."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from everydeal import findings, identity, symbolic
from everydeal._version import VERSION
from everydeal.core import build_info
from everydeal.errors import InputError, alternatives, shown
from everydeal.exact import fraction_text
from everydeal.findings import Finding
from everydeal.games import Configuration, Selection, Strategy
from everydeal.houseway.model import HouseWay
from everydeal.returns import LineReturn, PartedBy, WagerReturn, price
from everydeal.rows import fields_data, rows_data
from everydeal.settlement import Settlement, asked_fields, settle_all
from everydeal.sheet.model import Sheet, Wager
from everydeal.sheet.source import FINDING_KINDS
from everydeal.tally import CountedTable, Tally

if TYPE_CHECKING:
    from everydeal.together import Joint

SCHEMA = "everydeal/certificate/1"
DEVIATION_PLACES = 10


@dataclass(frozen=True)
class ConfigurationReturn(Mapping[str, WagerReturn]):
    """The wagers priced in one configuration, by id, and what was counted for them."""

    id: str
    title: str
    contents: str
    notes: tuple[str, ...]
    tallies: tuple[Tally, ...]
    tables: tuple[CountedTable, ...]
    wagers: tuple[WagerReturn, ...]
    strategies: tuple[Strategy, ...] = ()

    def __getitem__(self, wager: str) -> WagerReturn:
        for priced in self.wagers:
            if priced.id == wager:
                return priced
        raise KeyError(wager)

    def __iter__(self) -> Iterator[str]:
        return (priced.id for priced in self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)


@dataclass(frozen=True)
class Certificate(Mapping[str, ConfigurationReturn]):
    """All configurations of a sheet, by id, with findings.

    >>> import everydeal
    >>> certificate = everydeal.certify("ez-baccarat", decks=8)
    >>> certificate["8-decks"]["dragon-7"].house_edge
    64613588827/848912750595
    """

    sheet: Sheet
    configurations: tuple[ConfigurationReturn, ...]
    findings: tuple[Finding, ...]
    selection: Selection = field(default_factory=dict)  # what was picked on the axes
    named_ways: Mapping[str, HouseWay] = field(default_factory=dict)  # by the names that the sheet calls them
    joint: "Joint | None" = None

    def with_joint(self, wagers: Iterable[str] = ()) -> "Certificate":
        """The same with the bonus wagers counted together. Raises InputError where there are none."""
        from everydeal.together import joint

        return replace(self, joint=joint(self.sheet, wagers))

    def __getitem__(self, configuration: str) -> ConfigurationReturn:
        for found in self.configurations:
            if found.id == configuration:
                return found
        raise KeyError(configuration)

    def __iter__(self) -> Iterator[str]:
        return (configuration.id for configuration in self.configurations)

    def __len__(self) -> int:
        return len(self.configurations)

    @property
    def wagers(self) -> tuple[WagerReturn, ...]:
        """The wagers as priced in the first configuration: the same lines in all of them."""
        return self.configurations[0].wagers

    @property
    def headlines(self) -> list[str]:
        """What a reader must know before anything else, in sentences."""
        lines = [finding.text for finding in self.findings if finding.kind == "favours-the-bettor"]
        reported = {wager.id for wager in self.wagers}
        lines += [
            reading.headline
            for reading in self.sheet.readings
            if reading.headline and (not reading.wagers or reported & set(reading.wagers))
        ]
        lines += [note for configuration in self.configurations for note in configuration.notes]
        unknown = sorted({name for wager in self.wagers for name in wager.unknowns})
        if unknown:
            lines.append(
                f"Unknown pays: {', '.join(unknown)}. Figures that depend on them are expressions in them; "
                "an outcome that pays one counts as a hit."
            )
        for kind, words in (
            ("reconstructed", "Reconstructed where the source lost it"),
            ("lost", "Lost in the source"),
            ("example", "Examples, not in the source"),
        ):
            names = [r.title or r.id for r in self.sheet.readings if r.kind == kind]
            if names:
                lines.append(f"{words}: {', '.join(names)}.")
        return lines

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What every figure takes for granted."""
        return tuple(self.sheet.game.assumptions)

    @property
    def checks(self) -> list[str]:
        """What was checked, in sentences; a check that failed would have stopped the run."""
        lines = []
        for configuration in self.configurations:
            lines.append(f"{configuration.id}: {configuration.contents}.")
            for tally in configuration.tallies:
                lines.append(
                    f"{configuration.id}, {tally.space.title.lower()}: {len(tally.counts)} rows of counts "
                    f"sum to {tally.closed_form} = {tally.total:,} {tally.space.unit}."
                )
        lines.append(
            "The lines of every group of every wager sum to its total, and the house edge from the lines "
            "equals the one from the distribution of net wins."
        )
        return lines

    def to_dict(self) -> dict[str, Any]:
        """The certificate as plain data: counts and fractions are strings. See `docs/certificate.md`."""
        return {**self._covered, "certificate_digest": self.certificate_digest}

    def to_json(self) -> bytes:
        """The canonical JSON (RFC 8785) of `to_dict`, without a final newline."""
        return _canonical(self.to_dict())

    @cached_property
    def figures_digest(self) -> str:
        """The fingerprint: SHA-256 of the canonical JSON of sheet and configurations.

        The same on every build and machine.
        """
        return hashlib.sha256(_canonical(self._figures)).hexdigest()

    @cached_property
    def certificate_digest(self) -> str:
        """SHA-256 of the canonical JSON of everything else in the certificate, software included."""
        return hashlib.sha256(_canonical(self._covered)).hexdigest()

    @cached_property
    def _covered(self) -> dict[str, Any]:
        return {**self._figures, **self._rest, "figures_digest": self.figures_digest}

    @cached_property
    def _figures(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "sheet": identity.sheet_data(self.sheet, self.named_ways),
            "configurations": [_configuration_data(found) for found in self.configurations],
            **({"together": [found.to_dict() for found in self.joint.sets]} if self.joint else {}),
        }

    @property
    def _rest(self) -> dict[str, Any]:
        info = build_info()
        return {
            "selection": identity.selection_data(self.sheet.game, self.selection),
            "headlines": self.headlines,
            "interpretations": [
                {
                    key: value
                    for key in ("id", "kind", "title", "text")
                    if (value := getattr(reading, key)) is not None
                }
                for reading in self.sheet.readings
            ],
            "findings": [
                {
                    "kind": finding.kind,
                    **({"wager": finding.wager} if finding.wager else {}),
                    **({"house_way": finding.house_way} if finding.house_way else {}),
                    "text": finding.text,
                    **({} if finding.accepted is None else {"accepted": finding.accepted}),
                }
                for finding in self.findings
            ],
            "assumptions": list(self.assumptions),
            "checks": self.checks,
            "software": {
                "name": "everydeal",
                "version": VERSION,
                "c_source_digest": info.source_digest,
                "compiler": info.compiler,
                "flags": info.flags,
            },
        }


def certify_sheet(sheet: Sheet, selection: Selection, wagers: Iterable[str] = ()) -> Certificate:
    """Count and price the chosen wagers (all by default) in the chosen configurations.

    `selection` picks on the game's axes; what it leaves out is the sheet's own. Raises
    InputError for a wager, axis or value that is not there.
    """
    named = identity.named_ways(sheet)
    sheet = replace(sheet, game=sheet.game.selected(selection))
    chosen = sheet.chosen(wagers)
    settlements = settle_all(replace(sheet, wagers=chosen))
    configurations = tuple(
        _counted(sheet, configuration, chosen, settlements)
        for configuration in sheet.game.configurations(selection)
    )
    found: list[Finding] = []
    for wager in chosen:
        static = findings.of_paytable(settlements[wager.id])
        priced = [(configuration.id, configuration[wager.id]) for configuration in configurations]
        made = [*findings.of_returns(priced, static), *static]
        # In chosen configurations alone, what only counting finds may be absent for that reason.
        found += findings.accepted(made, wager, findings.UNCOUNTED if selection else FINDING_KINDS)
    found += findings.of_rules(sheet.game, sheet.accept, picked=bool(selection))
    return Certificate(sheet, configurations, tuple(found), selection, named)


def _counted(
    sheet: Sheet,
    configuration: Configuration,
    wagers: tuple[Wager, ...],
    settlements: Mapping[str, Settlement],
) -> ConfigurationReturn:
    asked = asked_fields(sheet.game.spaces, wagers)
    tallies = {space: configuration.count(space, names) for space, names in asked.items()}
    return ConfigurationReturn(
        id=configuration.id,
        title=configuration.title,
        contents=configuration.contents,
        notes=tuple(configuration.notes),
        tallies=tuple(tallies.values()),
        tables=tuple(configuration.tables()),
        wagers=tuple(price(settlements[wager.id], tallies[wager.space]) for wager in wagers),
        strategies=tuple(found for space in asked if (found := configuration.strategy(space))),
    )


def disagreements(certificate: Certificate, expectations: Iterable[str]) -> list[str]:
    """What does not hold of expectations `[CONFIGURATION:]WAGER=P/Q`, in sentences.

    Without a configuration an expectation must hold in every one. Raises InputError if an
    expectation is malformed or names what was not computed.
    """
    return [line for text in expectations for line in _disagreements(certificate, text)]


def _disagreements(certificate: Certificate, text: str) -> Iterator[str]:
    name, equals, value = text.partition("=")
    expected = _exact(value.strip()) if equals else None
    if expected is None:
        raise InputError(
            f"cannot expect {shown(text)}; allowed: [CONFIGURATION:]WAGER=P/Q, such as 8-decks:tie=1/7"
        )
    wanted, colon, wager = name.strip().rpartition(":")
    if colon and wanted not in certificate:
        raise InputError(
            f"no configuration {shown(wanted)} was computed; {alternatives(wanted, certificate)}"
        )
    wager_id = certificate.sheet.wager(wager).id
    for configuration in certificate.configurations:
        if colon and configuration.id != wanted:
            continue
        if wager_id not in configuration:
            raise InputError(f"no wager {shown(wager)} was computed; {alternatives(wager, configuration)}")
        counted = symbolic.text(configuration[wager_id].house_edge)
        if counted != expected:
            yield f"{configuration.id}:{wager_id}: expected {value.strip()}, counted {counted}"


def _exact(value: str) -> str | None:
    from everydeal.exact import rational

    return fraction_text(rational(value)) if re.fullmatch(r"[+-]?[0-9]+(/0*[1-9][0-9]*)?", value) else None


# ---- plain data --------------------------------------------------------------------------------


def _canonical(data: Any) -> bytes:
    import rfc8785

    return rfc8785.dumps(data)


def _configuration_data(configuration: ConfigurationReturn) -> dict[str, Any]:
    return {
        "id": configuration.id,
        "title": configuration.title,
        "contents": configuration.contents,
        "notes": list(configuration.notes),
        "spaces": [
            {
                "id": tally.space.id,
                "title": tally.space.title,
                "unit": tally.space.unit,
                "total": str(tally.total),
                "closed_form": tally.closed_form,
                "method": tally.method,
                **({"policy": tally.space.policy} if tally.space.policy else {}),
                "fields": fields_data(tally),
                "rows": rows_data(tally),
            }
            for tally in configuration.tallies
        ],
        "wagers": [_wager_data(wager) for wager in configuration.wagers],
        "tables": [_table_data(table) for table in configuration.tables],
        **(
            {"strategies": [_strategy_data(found) for found in configuration.strategies]}
            if configuration.strategies
            else {}
        ),
    }


def _strategy_data(strategy: Strategy) -> dict[str, Any]:
    return {
        "space": strategy.space,
        "lines": list(strategy.lines),
        "gives_up": fraction_text(strategy.gives_up),
    }


def _wager_data(wager: WagerReturn) -> dict[str, Any]:
    resolved = wager.house_edge_resolved
    return {
        "id": wager.id,
        "title": wager.title,
        "space": wager.space,
        "method": wager.method,
        "total": str(wager.total),
        **_risk_data(wager),
        "house_edge": symbolic.text(wager.house_edge),
        "house_edge_resolved": None if resolved is None else symbolic.text(resolved),
        "return_to_player": symbolic.text(wager.return_to_player),
        "hit_frequency": symbolic.text(wager.hit_frequency),
        "push_frequency": symbolic.text(wager.push_frequency),
        "variance": symbolic.text(wager.variance),
        "standard_deviation": wager.standard_deviation(DEVIATION_PLACES),
        "unknowns": wager.unknowns,
        "lines": [_line_data(line) for line in wager.lines],
        **({"breakdowns": [_parted_data(by) for by in wager.breakdowns]} if wager.breakdowns else {}),
    }


def _risk_data(wager: WagerReturn) -> dict[str, Any]:
    """What is staked beyond the unit bet, and what a jackpot's meter does, where there is such."""
    data: dict[str, Any] = {}
    if wager.average_staked != 1:
        risk = wager.element_of_risk
        data["average_staked"] = symbolic.text(wager.average_staked)
        data["element_of_risk"] = None if risk is None else symbolic.text(risk)
    if wager.jackpot:
        jackpot, terms = wager.jackpot, wager.jackpot.terms
        figures = {
            "house_edge_at_seed": jackpot.edge_at_seed,
            "break_even_meter": jackpot.break_even,
            "hit_interval": jackpot.hit_interval,
            "full_hit_interval": jackpot.full_hit_interval,
            "average_meter": jackpot.average_meter,
            "house_edge_long_run": jackpot.long_run_edge,
        }
        data["jackpot"] = {
            "kind": terms.kind,
            "meter": terms.meter,
            "seed": fraction_text(terms.seed),
            "contribution": fraction_text(terms.contribution),
            **{name: None if figure is None else symbolic.text(figure) for name, figure in figures.items()},
        }
    return data


def _parted_data(by: PartedBy) -> dict[str, Any]:
    return {
        "by": by.field,
        "parts": [
            {
                "value": part.value,
                "title": part.title,
                "combinations": str(part.combinations),
                "wins": str(part.wins),
                "pushes": str(part.pushes),
                "house_edge": symbolic.text(part.house_edge),
                "share_of_house_edge": symbolic.text(part.contribution),
            }
            for part in by.parts
        ],
    }


def _line_data(line: LineReturn) -> dict[str, Any]:
    data = {
        "event": line.title,
        "pays": symbolic.text(line.pays),
        "paytable": line.words,
        "combinations": str(line.combinations),
        "probability": symbolic.text(line.probability),
        "return": symbolic.text(line.contribution),
    }
    if line.when is not None:
        data["when"] = line.when
    if line.group is not None:
        data["group"] = line.group
    if line.staked != 1:
        data["staked"] = fraction_text(line.staked)
    return data


def _table_data(table: CountedTable) -> dict[str, Any]:
    return {
        "id": table.id,
        "title": table.title,
        "note": table.note,
        "unit": table.unit,
        "total": str(table.total),
        "method": "exact",
        "keys": list(table.keys),
        "rows": [
            {
                **dict(zip(table.keys, key, strict=True)),
                "combinations": str(count),
                "probability": symbolic.text(symbolic.figure(count, table.total)),
            }
            for key, count in table.rows
        ],
    }
