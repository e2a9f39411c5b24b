"""What the program says is decided upon by its kind: with every text another one, the same warnings come."""
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import nmfrepro
from nmfrepro import NMF, _commands, _nmf, _notes, _project

GUIDE = Path(__file__).parents[3] / "experiments" / "guide" / "STABILITY.md"


def data():
    rng = np.random.default_rng(0)
    return rng.random((30, 3)) @ rng.random((3, 12)) + 0.01 * rng.random((30, 12))


def without(rows=(), columns=(), value=0.0):
    X = data()
    X[list(rows)], X[:, list(columns)] = value, value
    return X


def project_on(X, components, **kw):
    return nmfrepro.project(X, components, **kw)


# CASES are calls, and the categories of the warnings that they give.
CASES = {
    "a sample of zeros": (lambda: NMF(3, max_iter=2000).fit(without(rows=[4])), []),
    "a feature of zeros": (lambda: NMF(3, max_iter=2000).fit(without(columns=[5])), []),
    "one feature": (lambda: NMF(1).fit(data()[:, :1]), []),
    "an unknown sample": (lambda: NMF(3, init="scaled", max_iter=2000).fit(without(rows=[4], value=np.nan)), ["UserWarning"]),
    "the limit": (lambda: NMF(3, max_iter=5).fit(data()), ["ConvergenceWarning"]),
    "starts that diverge": (
        lambda: NMF(3, solver="gnmf", n_starts=8, init="random", max_iter=0, tol=0, lambda_=4e306).fit(np.random.default_rng(0).random((30, 12))),
        ["ConvergenceWarning"],
    ),
    "the same starts": (lambda: NMF(3, n_starts=3, max_iter=2000).fit(data()), ["UserWarning"]),
    "no constraints": (lambda: NMF(3, solver="rpr-nmf", max_iter=5, tol=0).fit(data()), ["UserWarning"]),
    "missing entries projected": (lambda: project_on(without(rows=[4], value=np.nan), data()[:3]), ["UserWarning", "UserWarning"]),
    "samples that are late": (lambda: project_on(data(), data()[:3], loss="KL", max_iter=2), ["ConvergenceWarning", "UserWarning"]),
    "a feature that no component has": (
        lambda: project_on(data(), np.where(np.arange(12) == 2, 0, data()[:2]), loss="KL"),
        ["UserWarning"],
    ),
    "transformed": (lambda: NMF(3, max_iter=2000).fit(data()).transform(without(rows=[4], value=np.nan)), ["UserWarning"]),
    "rank": (lambda: nmfrepro.rank(without(columns=[5]), "2", ["nmf"], starts=2, folds=2, max_iter=3), ["ConvergenceWarning", "UserWarning"]),
    "consensus": (
        lambda: nmfrepro.consensus(without(columns=[5]), 3, starts=3, max_iter=20, normalize="variance"),
        ["ConvergenceWarning", "UserWarning", "UserWarning"],
    ),
}


def categories(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return sorted(w.category.__name__ for w in caught)


def blank(report):
    """Replace every text of a report by x."""
    for name in ("notes", "warnings"):
        if name in report:
            report[name] = ["x"] * len(report[name])
    for remark in report.get("remarks") or []:
        remark.pop("form", None)
        remark["text"] = "x"
    return report


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_decided_by_a_text(case, monkeypatch):
    call, expected = CASES[case]
    assert categories(call) == expected
    for module in (_nmf, _project, _commands):
        monkeypatch.setattr(module, "report_of", lambda folder, of=module.report_of: blank(of(folder)))
    monkeypatch.setattr(_commands, "answered", lambda arguments, of=_commands.answered: blank(of(arguments)))
    assert categories(call) == expected


def test_kinds_are_those_of_the_guide():
    kinds = re.findall(r"^\| `([a-z-]+)` \|", GUIDE.read_text(encoding="utf-8"), re.M)
    assert len(kinds) > 20 and {*_notes.CATEGORIES, *_notes.COMMON, *_project.SAID} <= set(kinds)


def test_notes_of_a_program_without_kinds_are_warnings():
    report = {"warnings": ["hals: odd"], "notes": ["X.npy: every value is 0 of features 3: no component describes them"]}
    notes = _notes.notes_of(report, nmfrepro._data.Matrix(data()))
    assert [(note.level, note.category) for note in notes] == [("warning", UserWarning), ("note", UserWarning)]


def test_what_a_note_names_is_named_as_here():
    X = nmfrepro._data.Matrix(data())
    X.samples = [f"s{k}" for k in range(30)]
    remark = {
        "level": "note", "kind": "zero", "text": "no matter", "features": [1, 2, 3, 4, 5, 6, 7], "samples": [3], "components": [[1, 2], [4]],
        "form": "zero of {features}, {samples} in {components}; {entry} and {this}", "entry": {"feature": 2, "sample": 1, "value": 0.5},
    }
    said = "features X[:, 0], X[:, 1], X[:, 2], X[:, 3], X[:, 4], ... (7), samples 's2' in components 0, 1 and component 3; X[0, 1] is 0.5"
    assert _notes.notes_of({"remarks": [remark]}, X)[0].text == f"zero of {said} and {{this}}"


def test_the_loss_is_that_of_the_catalog_and_no_name_tells_it(monkeypatch):
    """A solver whose name ends in -kl need not minimise the divergence, and its kin may have any name."""
    methods = {
        "a-kl": {"loss": "frobenius", "family": {"kullback-leibler": "b", "beta": "c"}},
        "b": {"loss": "kullback-leibler", "family": None},
        "c": {"loss": "beta", "family": None},
        "d": {"loss": "", "family": None},
    }
    monkeypatch.setattr(_nmf, "catalog", lambda: methods)
    of = NMF()._of_loss
    assert of("a-kl", "kullback-leibler", {}) == "b" == of("b", "kullback-leibler", {}) and of("a-kl", "frobenius", {}) == "a-kl"
    for loss, beta in (("itakura-saito", 0), (0.5, 0.5)):
        options = {}
        assert of("a-kl", loss, options) == "c" and options == {"beta": beta}
    for solver, loss in (("b", "frobenius"), ("d", "kullback-leibler"), ("d", 0.5)):
        with pytest.raises(ValueError, match="minimise"):
            of(solver, loss, {})
