"""What the program notes and warns of, by its kind, in the words of this package. Nothing is decided by what a text says."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._data import MOST_NAMED, Matrix
from ._sklearn import ConvergenceWarning
from ._words import in_our_words

# CATEGORIES are the warnings that a kind of note is, where it is no plain UserWarning.
CATEGORIES: dict[str, type[Warning]] = {"diverged": ConvergenceWarning, "limit": ConvergenceWarning, "unfinished": ConvergenceWarning}

# COMMON are the kinds that are no warning of a fit: pixels that are always 0, and an X of one feature, are common.
COMMON = ("zero", "single")


@dataclass
class Note:
    """What the program says: a warning or a note, of a kind that its guide lists, as text for people."""

    level: str
    kind: str
    text: str

    @property
    def category(self) -> type[Warning]:
        """The warning that it is."""
        return CATEGORIES.get(self.kind, UserWarning)

    @property
    def once(self) -> str:
        """The kind of a note that a line of the caller is told once, as it comes of every fold of a search."""
        return self.kind if self.kind == "unreached" else ""


def notes_of(
    report: dict[str, Any], matrix: Matrix, first: int = 0, leave: tuple[str, ...] = (), words: Callable[[str], str] = in_our_words
) -> list[Note]:
    """Return what a report says in our words, and put these words into the report.

    Parameters
    ----------
    report : dict
        What the program tells, as JSON.
    matrix : Matrix
        X, whose features and samples are named.
    first : int, default=0
        The number of the first component.
    leave : tuple of str, default=()
        Kinds that are said elsewhere, and left out of the report.
    words : callable, default=in_our_words
        Brings a text into our words.
    """
    remarks = report.get("remarks")
    if remarks is None:  # of a program without kinds
        texts = [(level, text) for level in ("warning", "note") for text in report.get(level + "s") or []]
        remarks = [{"level": level, "kind": "", "text": text} for level, text in texts]
    kept = [remark for remark in remarks if remark["kind"] not in leave]
    notes = [Note(remark["level"], remark["kind"], placed(remark, matrix, first, words)) for remark in kept]
    for level in ("warning", "note"):
        if level + "s" in report:
            report[level + "s"] = [note.text for note in notes if note.level == level]
    if "remarks" in report:
        report["remarks"] = [
            {**{name: value for name, value in remark.items() if name != "form"}, "text": note.text} for remark, note in zip(kept, notes)
        ]
    return notes


def placed(remark: dict[str, Any], matrix: Matrix, first: int, words: Callable[[str], str]) -> str:
    """Return the text of a remark, what it names by name or by its place in X and in the components."""
    text, slots = words(remark.get("form") or remark["text"]), {}
    for side, names, at in (("features", matrix.features, "X[:, {}]"), ("samples", matrix.samples, "X[{}]")):
        if side in remark:
            slots[side] = f"{side} {some_of(remark[side], names, at)}"
    if "components" in remark:
        slots["components"] = " and ".join(
            f"component{'s' * (len(group) > 1)} {', '.join(str(k - 1 + first) for k in group)}" for group in remark["components"]
        )
    if "entry" in remark:
        entry = remark["entry"]
        slots["entry"] = f"X[{entry['sample'] - 1}, {entry['feature'] - 1}] is {entry['value']}"
    return re.sub(r"\{(\w+)\}", lambda m: slots.get(m[1], m[0]), text)


def some_of(numbers: list[int], names: list[Any] | None, at: str) -> str:
    """Name the first few of some features or samples, which the program counts from 1."""

    def one(place: int) -> str:
        return at.format(place) if names is None or names[place] == place else repr(names[place])

    more = f", ... ({len(numbers)})" if len(numbers) > MOST_NAMED else ""
    return ", ".join(one(number - 1) for number in numbers[:MOST_NAMED]) + more
