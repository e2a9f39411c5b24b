"""What is known of papers: cells, whether they replicate, and why numbers differ."""
from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._commands import Frame, answered, frame
from ._program import IN_PART, Refused, run
from ._words import Function

# FIRST and LAST are the columns of `table` that stand at its sides, where a terminal shows them.
FIRST = ("dataset", "rank", "method", "metric", "ours_mean", "ours_sd", "n")
LAST = ("address", "substitute", "reported_text", "reported_sd", "reported", "verdict")

# DIFFERENCE is the exit code where something was found.
DIFFERENCE = 1

# WHICH are the parameters that say which results are shown, as the docstrings of all functions have them.
WHICH = """cached : bool, default=True
        Take the results that the program carries, and compute nothing. False computes what `results` lacks, which may take
        long.
    only : str, default=None
        Only these cells: ``"dataset=iris|orl,method=pnmf"``.
    profile : {"smoke", "quick", "paper"}, default=None
        How much is computed; None is that of the carried results, or "quick".
    results : str, default=None
        Folder of results; None is ``./results``, or NMFREPRO_RESULTS."""

def documented(function: Function) -> Function:
    """Fill in the parameters that several functions share, where the docstring of a function has {which results}."""
    if function.__doc__:  # there is none under python -OO
        function.__doc__ = function.__doc__.replace("{which results}", WHICH)
    return function


@documented
def table(
    address: str,
    *,
    cached: bool = True,
    only: str | None = None,
    profile: str | None = None,
    results: str | None = None,
) -> Frame:
    """Return the cells of a table of a paper: ours beside the reported numbers.

    Parameters
    ----------
    address : str
        A paper, a table of it, or some of its cells: ``"pnmf/table3"``, ``"pnmf/table3:dataset=iris"``.
    {which results}

    Returns
    -------
    table : pandas.DataFrame or Columns of shape (n_cells, n_columns)
        A row for each cell: dataset, rank, method, metric, `ours_mean` and `ours_sd` over `n` replicates, `reported` and
        `reported_sd` as numbers (NaN where none is reported), all in the unit of the paper's table, and `verdict`: "agrees", "close",
        "inconclusive", "differs" or None. `reported_text` is the reported number as it stands, with `reported_bold`; `substitute` the
        data in place of data that cannot be had, `status` "ok" or why there is no number, `tuned` the options that were chosen, and
        `honest_mean` the mean where they were chosen on other runs than those that are scored. ``table.attrs["verdicts"]`` counts
        the verdicts, and ``print(table.attrs["screen"])`` is what the command prints.

    Raises
    ------
    ValueError
        There is no such table; the text says what is near.

    Examples
    --------
    >>> import nmfrepro
    >>> cells = nmfrepro.table("pnmf/table3:dataset=iris,metric=purity")
    >>> list(cells["method"])[-1], round(list(cells["ours_mean"])[-1], 2), list(cells["verdict"])[-1]
    ('pnmf', 0.96, 'agrees')
    """
    arguments = ["table", address, "--format", "json", "--progress", "none"]
    arguments += asked_for(cached=cached, only=only, profile=profile, results=results)
    rows = answered(arguments)
    found = verdicts(["verify", *arguments[1:]])
    counts: dict[str, int] = {}
    cells = []
    for row in rows:
        cell = dict(row)
        cell |= {"reported_text": cell["reported"], "reported": reported(cell["reported"]), "reported_sd": reported(cell["reported_sd"])}
        cell["verdict"] = found.get(cell["address"])
        if cell["verdict"]:
            counts[cell["verdict"]] = counts.get(cell["verdict"], 0) + 1
        between = [name for name in cell if name not in FIRST + LAST]
        cells.append({name: cell[name] for name in [*FIRST, *between, *LAST]})
    screen = said(["table", *[argument for argument in arguments[1:] if argument not in ("--format", "json")]])
    return frame(cells, {"verdicts": counts, "screen": screen.rstrip()})


@dataclass(repr=False)
class Comparison:
    """The methods of a table against each other. Printed, it is the screen of ``nmfrepro compare``.

    Attributes
    ----------
    methods : pandas.DataFrame or Columns
        A row for each metric and method, the best mean rank first: `mean_rank`, the difference from the method in `against` with its
        interval in the unit of the table, `wins`, `ties` and `losses` over the data sets, and the probabilities `p_worse`, `p_equal` and
        `p_better` on a further data set.
    text : str
        All of it for people.
    """

    methods: Frame
    text: str

    def __repr__(self) -> str:
        return self.text


@documented
def compare(
    address: str,
    *,
    against: str | None = None,
    specs: str | None = None,
    cached: bool = True,
    only: str | None = None,
    profile: str | None = None,
    results: str | None = None,
) -> Comparison:
    """Say which methods of a table are better, and where one of them stands.

    Parameters
    ----------
    address : str
        A table or some of its cells: ``"pnmf/table3"``, ``"mine/table3"``.
    against : str, default=None
        The method that the others are compared with; None is the first that a spec adds, else the paper's own.
    specs : str, default=None
        Folder of experiments and solvers of your own.
    {which results}

    Returns
    -------
    comparison : Comparison
        Methods by mean rank, and the screen.

    Raises
    ------
    ValueError
        There is no such table, or no such method.

    Examples
    --------
    >>> import nmfrepro
    >>> found = nmfrepro.compare("pnmf/table3:panel=a")
    >>> print(str(found).splitlines()[0])
    Use PNMF or ONMF by purity. Any other method is first in at most 2.5 % of redraws of these 3 data sets.
    >>> list(found.methods["method"])[0]
    'PNMF'
    """
    arguments = ["compare", address, "--progress", "none", *asked_for(cached=cached, only=only, profile=profile, results=results)]
    for flag, value in (("--against", against), ("--specs", specs)):
        arguments += [flag, value] if value is not None else []
    answer = answered([*arguments, "--format", "json"])
    rows = [
        {**chosen(of, ("address", "panel", "metric", "measure", "against")), **method}
        for of in answer
        for method in of["methods"]
    ]
    return Comparison(frame(rows), said(arguments).rstrip())


@dataclass(repr=False)
class Verification:
    """Whether ours and the reported numbers agree. Printed, it is the screen of ``nmfrepro verify``; a notebook shows the grid of verdicts.

    Attributes
    ----------
    findings : pandas.DataFrame or Columns
        A row for each paper that is whole: paper, answer ("yes", "largely", "in part", "no" or "open") and headline.
    points : pandas.DataFrame or Columns
        A row for each point of a finding: paper, claim of the paper, sign ("comes-out", "does-not", "open", "no-data", "why"), what it says
        that we found, of what the numbers are, `reported` and `ours` as text with the interval.
    counts : dict
        The number of cells by verdict.
    cells : pandas.DataFrame or Columns of shape (n_cells, 10)
        A row for each cell with a reported number: address, verdict, `ours_mean` over `n` replicates, `reported`, the `difference` with its
        interval (`low`, `high`), `tolerance`, all in the unit of the table, and the reason.
    rows : pandas.DataFrame or Columns
        A row for each method in a panel: the mean difference over its cells with a 95 % interval, in `unit`, tolerance and verdict.
    leads : pandas.DataFrame or Columns
        A row for each lead of the paper's own method over a rival: reported and ours with a 95 % interval, in `unit`, and the verdict.
    """

    findings: Frame
    points: Frame
    counts: dict[str, int]
    cells: Frame
    rows: Frame
    leads: Frame
    text: str = field(default="")
    arguments: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return said([*self.arguments, "--format", "html"])


@documented
def verify(
    address: str,
    *,
    cached: bool = True,
    only: str | None = None,
    profile: str | None = None,
    results: str | None = None,
) -> Verification:
    """Say whether a paper, a table or some cells replicate.

    Parameters
    ----------
    address : str
        A paper, a table of it, or some of its cells: ``"pnmf"``, ``"pnmf/table3:dataset=iris"``.
    {which results}

    Returns
    -------
    verification : Verification
        The finding, its points, and verdicts of cells, rows and leads. That numbers differ is no error.

    Raises
    ------
    ValueError
        There is no such address, or nothing of it can be judged.

    Examples
    --------
    >>> import nmfrepro
    >>> found = nmfrepro.verify("pnmf/table3:dataset=iris,metric=purity")
    >>> print(str(found).splitlines()[0])
    pnmf/table3: of 5 numbers 5 agree (=).
    >>> nmfrepro.verify("pnmf").findings["answer"][0]
    'in part'
    """
    arguments = ["verify", address, "--progress", "none", *asked_for(cached=cached, only=only, profile=profile, results=results)]
    answer = json.loads(said([*arguments, "--format", "json"]))
    findings, points = [], []
    for paper, of in (answer.get("findings") or {}).items():
        findings.append({"paper": paper, "answer": of["answer"], "headline": of["headline"]})
        for p in of["points"]:
            points.append({"paper": paper, **{name: p.get(name) or "" for name in ("claim", "sign", "says", "of", "reported", "ours")}})
    cells = [
        {
            **chosen(cell, ("address", "verdict", "ours_mean")),
            "reported": reported(cell["reported"]),
            **chosen(cell, ("difference", "low", "high", "tolerance", "n", "reason")),
        }
        for cell in answer.get("cells") or []
    ]
    rows = [
        {
            **chosen(row, ("paper", "table", "metric", "method", "cells", "difference", "low", "high", "tolerance", "unit", "verdict")),
        }
        for row in answer.get("rows") or []
    ]
    leads = [
        {
            **chosen(lead, ("paper", "table", "metric", "method", "rival", "cells", "reported", "ours", "ours_low", "ours_high", "unit")),
            "verdict": lead.get("answer"),
        }
        for lead in answer.get("leads") or []
    ]
    counts = {name: n for name, n in (answer["totals"].get("verdicts") or {}).items() if n}
    return Verification(
        frame(findings), frame(points), counts, frame(cells), frame(rows), frame(leads), said(arguments).rstrip("\n"), tuple(arguments)
    )


def said(arguments: Sequence[str]) -> str:
    """Return what a command writes; that numbers differ is no error, nor that some are missing, but where verify could judge nothing."""
    try:
        return run(*arguments)
    except Refused as err:
        if err.code not in ((DIFFERENCE,) if arguments[0] == "verify" else (DIFFERENCE, *IN_PART)) or not err.out:
            raise
        return err.out


@dataclass(repr=False)
class Explanation:
    """Why numbers differ, and where they come from. Printed, it is what ``nmfrepro explain`` says, the verdict first.

    Attributes
    ----------
    cells : pandas.DataFrame or Columns
        A row for each cell: address, verdict, `ours_mean` over `n` replicates, `reported` and their difference, in the unit of the table.
    reasons : pandas.DataFrame or Columns
        A row for each reason, the largest first: says, and the number of cells that it is about.
    alternatives : pandas.DataFrame or Columns
        A row for each other value of an open setting that was run: address, setting, value, mean as text, its `difference` from ours with
        a 95 % interval, and how much `nearer` it comes to the reported number.
    claims : pandas.DataFrame or Columns
        A row for each claim that rests on the cells: claim, says, and whether it holds by the reported numbers and by ours.
    notes : list of str
        What is known beside.
    text : str
        All of it for people.
    """

    cells: Frame
    reasons: Frame
    alternatives: Frame
    claims: Frame
    notes: list[str]
    text: str

    def __repr__(self) -> str:
        return self.text


@documented
def explain(
    address: str,
    *,
    cached: bool = True,
    only: str | None = None,
    profile: str | None = None,
    results: str | None = None,
) -> Explanation:
    """Say why numbers differ from the reported ones, and which setting comes nearer.

    Parameters
    ----------
    address : str
        A table or some of its cells, as ``"mcnmf/table1:dataset=coil20"``.
    {which results}

    Returns
    -------
    explanation : Explanation
        Cells, reasons, alternatives, claims, and the text.

    Raises
    ------
    ValueError
        There is no such address.

    Examples
    --------
    >>> import nmfrepro
    >>> found = nmfrepro.explain("mcnmf/table1:dataset=coil20,method=mcnmf,metric=nmi-max")
    >>> list(found.cells["verdict"])
    ['close']
    """
    arguments = [address, *asked_for(cached=cached, only=only, profile=profile, results=results)]
    answer, text = json.loads(run("explain", *arguments, "--format", "json")), run("explain", *arguments)
    cells = [
        {**chosen(c, ("address", "verdict", "ours_mean", "n")), "reported": reported(c["reported"]), "difference": c.get("difference")}
        for c in answer.get("cells") or []
    ]
    reasons = [{"says": r["says"], "cells": len(r.get("cells") or [])} for r in answer.get("reasons") or []]
    alternatives = [
        {"address": a["address"], "setting": a["choice"], **chosen(a, ("value", "mean", "difference", "low", "high", "nearer"))}
        for a in answer.get("alternatives") or []
    ]
    claims = [
        {"claim": c["key"], "says": c["says"], "reported": (c.get("own") or {}).get("verdict"), "ours": (c.get("ours") or {}).get("verdict")}
        for c in answer.get("claims") or []
    ]
    return Explanation(frame(cells), frame(reasons), frame(alternatives), frame(claims), list(answer.get("notes") or []), text.rstrip())


def asked_for(*, cached: bool, only: str | None, profile: str | None, results: str | None) -> list[str]:
    """Return the flags that say which results are shown."""
    flags = ["--cached" if cached else "--no-cached"]
    for flag, value in (("--only", only), ("--profile", profile), ("--results", results)):
        flags += [flag, value] if value is not None else []
    return flags


def chosen(of: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return some values by their names, None where there is none."""
    return {name: of.get(name) for name in names}


def verdicts(arguments: list[str]) -> dict[str, str]:
    """Return the verdict of each cell, by its address; none where the paper reports nothing."""
    try:
        out = run(*arguments)
    except Refused as err:
        out = err.out
    try:
        return {cell["address"]: cell["verdict"] for cell in json.loads(out)["cells"]}
    except (ValueError, KeyError, TypeError):
        return {}


def reported(text: Any) -> float:
    """Return a reported number, NaN where there is none."""
    try:
        return float(str(text).replace(",", "").rstrip("% "))
    except ValueError:
        return float("nan")
