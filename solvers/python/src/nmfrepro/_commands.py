"""The verbs of the program that end in a table."""
from __future__ import annotations

import csv
import json
import keyword
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Union

import numpy as np

from ._data import Matrix
from ._notes import notes_of
from ._program import IN_PART, ProgramError, Refused, catalog, private_folder, report_of, run
from ._words import in_our_words as in_words_of_fit, in_places, names as names_in, number, whole, worded


class Columns(dict[str, Any]):
    """A table where pandas is not installed: an array of each column by its name, as ``pandas.DataFrame`` and
    ``polars.DataFrame`` take it.

    Attributes
    ----------
    attrs : dict
        What is true of the whole table.
    """

    def __init__(self, columns: dict[str, Any]) -> None:
        super().__init__(columns)
        self.attrs: dict[str, Any] = {}


Frame = Union["Columns", Any]  # a pandas.DataFrame where pandas is installed


def frame(rows: Sequence[dict[str, Any]], attrs: dict[str, Any] | None = None) -> Frame:
    """Return rows as a table: a data frame of pandas where it is installed, else `Columns`."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: column([row.get(name) for row in rows]) for name in names}
    try:
        import pandas as pd
    except ImportError:
        table: Frame = Columns(columns)
    else:
        table = pd.DataFrame(columns)
    table.attrs.update(attrs or {})
    return table


def column(values: list[Any]) -> Any:
    """Return a column as an array: numbers with NaN where there is none, or objects."""
    if all(isinstance(v, (bool, int)) for v in values):
        return np.asarray(values)
    if all(v is None or isinstance(v, (int, float)) for v in values):
        return np.asarray([np.nan if v is None else v for v in values], dtype=np.float64)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def answered(arguments: list[str]) -> Any:
    """Return what the program prints as JSON, with a warning where it lacks something."""
    try:
        return json.loads(run(*arguments))
    except Refused as err:
        if err.code not in IN_PART or not err.out.startswith(("[", "{")):
            raise
        warnings.warn(in_our_words(str(err)), UserWarning, stacklevel=3)
        return json.loads(err.out)
    except json.JSONDecodeError as err:
        raise ProgramError(f"the program ended without an error and printed no result ({err}); is it nmfrepro?") from err


def solvers(name: str | None = None) -> Frame:
    """Return the methods, or the options of one.

    Parameters
    ----------
    name : str, default=None
        A method, as ``"gnmf"``: its options are returned. None returns all methods.

    Returns
    -------
    table : pandas.DataFrame or Columns
        A row for each method: name, doc, source, its options with their defaults (a dict), and what data it takes: `sparse` is what
        a sparse matrix costs. With a name, a row for each option: option (as `NMF` takes it), default, doc.

    Raises
    ------
    ValueError
        There is no method of this name.

    Examples
    --------
    >>> import nmfrepro
    >>> "hals" in list(nmfrepro.solvers()["name"])
    True
    >>> list(nmfrepro.solvers("gnmf")["option"])[:2]
    ['lambda_', 'order']
    """
    if name is not None:
        if name not in catalog():
            near = get_close_matches(str(name), list(catalog()), 1, 0.5)
            raise ValueError(f"unknown solver {name!r}" + (f", did you mean {near[0]!r}?" if near else "; nmfrepro.solvers() lists them"))
        of = catalog()[name]["options"] or []
        return frame([{"option": python_name(o["name"]), "default": o["default"], "doc": o["doc"]} for o in of])
    rows = []
    for key, entry in catalog().items():
        options = {python_name(o["name"]): o["default"] for o in entry["options"] or []}
        rows.append({"name": key, "doc": entry["doc"], "source": entry["cite"], "options": options, **entry["takes"]})
    return frame(rows)


def python_name(option: str) -> str:
    """Return the name of an option as `NMF` takes it."""
    name = option.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def in_our_words(text: str) -> str:
    """Return what the program says in the words of studies, whose n_starts are starts."""
    return in_words_of_fit(text).replace("n_starts", "starts")


def listed(ranks: str | Sequence[int]) -> str:
    """Return numbers of components as the program takes them."""
    if isinstance(ranks, str):
        return ranks
    return ",".join(str(whole("ranks", r, 1)) for r in ([ranks] if np.ndim(ranks) == 0 else ranks))


def study(
    matrix: Matrix,
    folder: str,
    starts: int,
    max_iter: int,
    tol: float,
    random_state: int,
    n_jobs: int | None,
    results: str | None,
) -> list[str]:
    """Return the arguments of every study of runs, X written to the folder."""
    arguments = [matrix.write(folder), "--transpose", "--starts", str(whole("starts", starts))]
    arguments += ["--iterations", str(whole("max_iter", max_iter)), "--tol", str(number("tol", tol))]
    arguments += ["--seed", str(whole("random_state", random_state, 0)), "--progress", "none"]
    arguments += ["--results", folder if results is None else results]
    return arguments + ([] if n_jobs in (None, -1) else ["--jobs", str(whole("n_jobs", n_jobs, 1))])


def only_name(name: str, value: Any) -> str:
    """Return a name, where there can be only one."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name}={value!r}, want one name, as 'hals'")
    return value


def asked(matrix: Matrix, solvers: Sequence[str], arguments: list[str]) -> Any:
    """Run a study, and return what it prints, None if that is no JSON."""
    try:
        return answered(arguments) if "json" in arguments else run(*arguments)
    except Refused as err:
        fault = matrix.fault(signed=all(catalog().get(name, {"takes": {}})["takes"].get("signed_always") for name in solvers), unknown=True)
        text = in_places(in_our_words(str(err)), matrix)
        raise ValueError(f"{fault}\nnmfrepro {text}" if fault else text) from None


@worded
def rank(
    X: Any,
    ranks: str | Sequence[int] = "1..12",
    solvers: str | Sequence[str] = ("nmf", "nmf-kl"),
    *,
    starts: int = 20,
    folds: int = 5,
    max_iter: int = 500,
    tol: float = 1e-4,
    random_state: int = 1,
    n_jobs: int | None = None,
    results: str | None = None,
    thorough: bool = False,
    layer: str | None = None,
) -> Frame:
    """Ask how many components a matrix has, by which method, and how stable they are.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        As `NMF.fit` has it.
    ranks : str or sequence of int, default="1..12"
        Numbers of components to try: ``"2..12"``, ``"2,4,8..10"`` or ``range(2, 13)``.
    solvers : str or sequence of str, default=("nmf", "nmf-kl")
        Methods to try, or one.
    starts : int, default=20
        Runs on the whole matrix for each rank and method, at least 2.
    folds : int, default=5
        Parts of the matrix of which each is held out once [1]_ [2]_.
    max_iter : int, default=500
        At most this many iterations a run.
    tol : float, default=1e-4
        Stop when the objective changes by less than this share in ten iterations.
    random_state : int, default=1
        Seed of the first start, and of what is held out.
    n_jobs : int or None, default=None
        Runs at a time; None and -1 are the cores of the machine. The numbers do not depend on it.
    results : str, default=None
        Folder that keeps every run, so that a call that was interrupted goes on, and more ranks compute only what is new.
        None forgets them.
    thorough : bool, default=False
        Make all folds and starts of every method and rank. Else, where that would take minutes, those that cannot win after the first
        folds get no more: of the starts they have nothing, which is NaN or None in the table.
    layer : str, default=None
        The layer of an AnnData that is X, "raw" for its raw.

    Returns
    -------
    table : pandas.DataFrame or Columns
        A row for each method and rank: `held_out_error` with its 95 % interval over the folds (`_low`, `_high`),
        `reconstruction_error` with its own over the starts, `similarity`, `silhouette` and `cophenetic` of the starts,
        `seconds`, and `recommended`. ``table.attrs["recommended"]`` has solver, rank and the reason in words.

    References
    ----------
    .. [1] Wold, S. (1978). Cross-validatory estimation of the number of components in factor and principal components
       models. Technometrics 20, 397-405.
    .. [2] Owen, A. B. and Perry, P. O. (2009). Bi-cross-validation of the SVD and the nonnegative matrix factorization.
       Annals of Applied Statistics 3, 564-594.

    Examples
    --------
    >>> import numpy as np, nmfrepro
    >>> rng = np.random.default_rng(0)
    >>> X = rng.random((60, 3)) ** 4 @ rng.random((3, 20)) ** 4 + 0.01 * rng.random((60, 20))
    >>> table = nmfrepro.rank(X, ranks="1..5", solvers=["nmf"], starts=5)
    >>> table.attrs["recommended"]["rank"]
    3
    """
    matrix = Matrix(X, layer)
    solvers = names_in("solvers", solvers)
    with private_folder() as folder:
        arguments = study(matrix, folder, starts, max_iter, tol, random_state, n_jobs, results)
        arguments += ["--ranks", listed(ranks), "--solvers", ",".join(solvers), "--folds", str(whole("folds", folds)), "--format", "json"]
        arguments += ["--thorough"] if thorough else []
        answer = asked(matrix, solvers, ["rank", *arguments])
    failed = [
        f"{of['solver']}: {count} runs failed: {text}"
        for of in answer["solvers"]
        for text, count in (of.get("failed") or {}).items()
    ]
    if answer["recommended"] is None and failed:
        raise ValueError("\n".join(failed))
    rows = []
    for of in answer["solvers"]:
        for at in of["ranks"]:
            row = {"solver": of["solver"], "rank": at["rank"]}
            for name in ("held_out_error", "reconstruction_error"):
                row |= {name: at[name]["mean"], name + "_low": at[name]["low"], name + "_high": at[name]["high"]}
            row |= {name: at[name] for name in ("similarity", "silhouette", "cophenetic")} | {
                "seconds": at["seconds"]["mean"]
            }
            rows.append(row)
    for note in notes_of(answer, matrix, words=in_our_words):
        warnings.warn(note.text, note.category, stacklevel=2)
    best = answer["recommended"]
    for row in rows:
        row["recommended"] = best is not None and (row["solver"], row["rank"]) == (best["solver"], best["rank"])
    return frame(rows, {"recommended": best})


@dataclass
class Consensus:
    """What many runs have in common.

    Attributes
    ----------
    components : pandas.DataFrame or Columns of shape (n_components, n_features)
        The consensus components, each of the sum 1, the one with the largest share of the samples first.
    usages : pandas.DataFrame or Columns of shape (n_samples, n_components)
        The share of each component in each sample, which sum to 1.
    coefficients : pandas.DataFrame or Columns of shape (n_samples, n_components)
        The same, so that coefficients times components is near X.
    scores : pandas.DataFrame, Columns or None
        Z-scored score of every feature of X in each component, (n_components, n_features); None where entries are unknown.
    pooled : pandas.DataFrame or Columns
        A row for each component of a run: `start`, `component`, its mean `distance` to the nearest others, and its `cluster`, 0
        where it is left out.
    ranks : pandas.DataFrame or Columns
        Stability and error at each rank that was tried.
    run : dict
        What the program tells of the run.
    """

    components: Frame
    usages: Frame
    coefficients: Frame
    scores: Frame | None
    pooled: Frame
    ranks: Frame
    run: dict[str, Any]

    def __repr__(self) -> str:
        (samples, components), features = shape(self.usages), shape(self.components)[1]
        worst = float(np.min(np.asarray(self.ranks["stability"], dtype=float)))
        return (
            f"Consensus of {components} components: {samples} samples × {features} features, "
            f"{int((np.asarray(self.pooled['cluster']) == 0).sum())} of {len(self.pooled['cluster'])} components of runs left out, "
            f"stability {worst:.2f}{' at least, of the ranks tried' if len(self.ranks['stability']) > 1 else ''}\n"
            "  components, usages, coefficients, scores, pooled, ranks: tables; run: what the program tells"
        )


def shape(table: Frame) -> tuple[int, int]:
    """Return rows and columns of a table with names on its side."""
    if isinstance(table, Columns):
        return len(next(iter(table.values()))), len(table) - 1
    return table.shape  # type: ignore[no-any-return]


def named(values: Any, rows: tuple[str, Sequence[Any]], columns: Sequence[Any]) -> Frame:
    """Return a matrix as a table with names of both sides."""
    try:
        import pandas as pd
    except ImportError:
        return Columns({rows[0]: np.asarray(rows[1]), **{name: values[:, k] for k, name in enumerate(columns)}})
    return pd.DataFrame(values, index=pd.Index(rows[1], name=rows[0]), columns=list(columns))


@worded
def consensus(
    X: Any,
    n_components: int,
    solver: str = "hals",
    *,
    starts: int = 100,
    threshold: float = 0.5,
    neighbours: float = 0.3,
    ranks: str | Sequence[int] = (),
    normalize: str = "",
    features: int = 0,
    max_iter: int = 500,
    tol: float = 1e-4,
    random_state: int = 1,
    n_jobs: int | None = None,
    results: str | None = None,
    layer: str | None = None,
) -> Consensus:
    """Find the components that many runs have in common, as cNMF does [1]_.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        As `NMF.fit` has it.
    n_components : int
        Number of components.
    solver : str, default="hals"
        Method of the runs.
    starts : int, default=100
        Runs, at least 2.
    threshold : float, default=0.5
        Components whose mean distance to their nearest neighbours is not below this are left out; 2 leaves out none.
    neighbours : float, default=0.3
        How many neighbours those are, as a share of the starts.
    ranks : str or sequence of int, default=()
        Further numbers of components whose stability and error are told: ``"2..12"`` or ``range(2, 13)``.
    normalize : str, default=""
        Steps before: ``"counts=10000,log1p"``, ``"variance"``, ``"tfidf"``.
    features : int, default=0
        Keep so many features, the most over-dispersed ones of counts; 0 keeps all.
    max_iter : int, default=500
        At most this many iterations a run.
    tol : float, default=1e-4
        Stop when the objective changes by less than this share in ten iterations.
    random_state : int, default=1
        Seed of the first start, and of the clustering.
    n_jobs : int or None, default=None
        Runs at a time; None and -1 are the cores of the machine. The numbers do not depend on it.
    results : str, default=None
        Folder that keeps every run, as that of `rank`, whose runs count. None forgets them.
    layer : str, default=None
        The layer of an AnnData that is X, "raw" for its raw.

    Returns
    -------
    consensus : Consensus
        Components, usages, scores and how they were found, as data frames.

    References
    ----------
    .. [1] Kotliar, D. et al. (2019). Identifying gene expression programs of cell-type identity and cellular activity with
       single-cell RNA-Seq. eLife 8, e43803.

    Examples
    --------
    >>> import numpy as np, nmfrepro
    >>> rng = np.random.default_rng(0)
    >>> X = rng.gamma(0.5, size=(60, 3)) @ rng.gamma(0.5, size=(3, 20))
    >>> found = nmfrepro.consensus(X, 3, starts=10)
    >>> found.usages.shape, int((found.pooled["cluster"] == 0).sum())
    ((60, 3), 0)
    """
    matrix = Matrix(X, layer)
    with private_folder() as folder:
        out = Path(folder, "out")
        arguments = study(matrix, folder, starts, max_iter, tol, random_state, n_jobs, results)
        arguments += ["--rank", str(whole("n_components", n_components, 1)), "--solver", only_name("solver", solver)]
        arguments += ["--threshold", str(number("threshold", threshold)), "--neighbours", str(number("neighbours", neighbours))]
        tried = listed(ranks)
        arguments += ["--ranks", tried] if tried else []
        arguments += ["--normalize", normalize] if normalize else []
        arguments += ["--features", str(whole("features", features, 0)), "--format", "npy", "--out", str(out)]
        asked(matrix, [solver], ["consensus", *arguments])
        report = report_of(out)
        arrays = {name: np.load(out / f"{name}.npy") for name in ("W", "H", "usages", "scores") if (out / f"{name}.npy").exists()}
        every = list(range(matrix.shape[1]) if matrix.features is None else matrix.features)
        kept = every
        if "prepared" in report:
            with open(out / "preparation.csv", newline="", encoding="utf-8") as lines:
                kept = [every[int(float(row["place (from 1)"])) - 1] for row in csv.DictReader(lines)]
        with open(out / "pooled.csv", newline="", encoding="utf-8") as lines:
            pool = list(csv.DictReader(lines))
    del report["input"]  # which is gone
    for note in notes_of(report, matrix, first=1, words=in_our_words):
        warnings.warn(note.text, note.category, stacklevel=2)
    rows = ("component", [k + 1 for k in range(n_components)])
    samples = ("sample", range(matrix.shape[0]) if matrix.samples is None else matrix.samples)
    return Consensus(
        components=named(arrays["W"].T, rows, kept),
        usages=named(arrays["usages"], samples, rows[1]),
        coefficients=named(arrays["H"].T, samples, rows[1]),
        scores=named(arrays["scores"].T, rows, every) if "scores" in arrays else None,
        pooled=frame(
            [
                {
                    "start": int(float(row["run (from 1)"])),
                    "component": int(float(row["place (from 1)"])),
                    "distance": float(row["distance"]),
                    "cluster": int(float(row["cluster (from 1; 0: left out)"])),
                }
                for row in pool
            ]
        ),
        ranks=frame(report["ranks"]),
        run=report,
    )
