"""The words of scikit-learn and of other packages, in those of the program."""
from __future__ import annotations

import inspect
import json
import keyword
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache, wraps
from numbers import Integral, Real
from typing import Any, TypeVar, cast

import numpy as np

from ._data import Matrix, is_sparse, missing
from ._program import ProgramError, catalog, run

Function = TypeVar("Function", bound=Callable[..., Any])

# BETAS are the losses of beta-nmf, by what its option beta is then.
BETAS = {"frobenius": 2, "kullback-leibler": 1, "itakura-saito": 0}

# INITS are the initialisations, and what they are called elsewhere.
INITS = ("nndsvda", "nndsvd", "scaled", "random", "k-means", "custom")
# WORDS are the parameters for flags that the program's errors name.
WORDS = {
    "--rank": "n_components",
    "--iterations": "max_iter",
    "--starts": "n_starts",
    "--seed": "random_state",
    "--labels": "y",
    "--set": "option",
    "--jobs": "n_jobs",
    "-j": "n_jobs",
    **{
        "--" + name.replace("_", "-"): name
        for name in "absent constraints constraints_w features fixed folds graph init loss neighbours normalize ranks solver solvers threshold tol".split()
    },
}

# CORES says how many cores a fit takes, which has no n_jobs as `rank` has.
CORES = "nothing: the environment variable OMP_NUM_THREADS says how many cores a fit takes"

# PENALTIES are the parameters of scikit-learn's penalties.
PENALTIES = ("alpha_W", "alpha_H", "l1_ratio")


def option_name(name: str) -> str:
    """Return the name of an option: lambda_ is lambda, which Python keeps for itself.

    Raises
    ------
    TypeError
        The name begins or ends with _, as none does.
    """
    if name.endswith("_") and keyword.iskeyword(name[:-1]):
        return name[:-1]
    if name.startswith("_") or name.endswith("_"):
        near = name.strip("_")
        raise TypeError(f"NMF has no parameter or option {name!r}: none begins or ends with _. Is {near!r} meant?")
    return name


@lru_cache(maxsize=1)
def words() -> list[dict[str, Any]]:
    """Return what other packages call what is ours: one table for the command line, R and Python, which the program holds."""
    return json.loads(run("list", "words", "--format", "json"))  # type: ignore[no-any-return]


def plain(word: str) -> str:
    """Return a word as the table has it: small letters and digits alone."""
    return re.sub(r"[^a-z0-9]+", "", word.lower())


def elsewhere(name: str, own: Sequence[str], function: bool = False) -> str:
    """Return what an argument that there is not may be: what a word of another package is here, or else what is near; "" for what nobody has.

    Parameters
    ----------
    name : str
        The word.
    own : sequence of str
        Arguments that there are.
    function : bool, default=False
        Whether these are all, as those of a function, and not of `NMF`, whose options hang on the solver.
    """
    rows = json.loads(run("list", "words", name, "--format", "json"))
    near = get_close_matches(name, own, 1)
    if near and not any(plain(name) in [*row["others"], *map(plain, row["flags"] or [])] for row in rows):
        return f", did you mean {near[0]}?"
    for row in rows:
        flags = row["flags"] or []
        there = [flag for flag in (row["python"], *(flag.replace("-", "_") for flag in flags)) if flag in own]
        ours = there[0] if there else CORES if row["python"] == "n_jobs" else row["python"] or f"nothing: --{flags[0]} is of the command line"
        if there or not function or ours.startswith("nothing"):
            return f"; here it is {ours}"
        if row["instead"] and "--" not in row["instead"]:
            return f"; {row['instead']}"
    return ""


def worded(function: Function) -> Function:
    """Return a function whose error about an argument that it does not have says what is meant."""
    parameters = list(inspect.signature(function).parameters)

    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        for name in named:
            if name in parameters:
                continue
            meant = elsewhere(name, parameters, function=True) or f", want some of {', '.join(parameters)}"
            raise TypeError(f"{function.__name__} has no argument {name}{meant}")
        return function(*args, **named)

    return cast(Function, call)


def row_of(flag: str) -> dict[str, Any]:
    """Return the row of the table for a flag."""
    return next(row for row in words() if flag in (row["flags"] or []))


def value_of(flag: str, value: str) -> str:
    """Return what a value is here, as "kl" of the loss and "cd" of the solver, or the value."""
    values = row_of(flag)["values"]
    return str(values.get(plain(value), values.get(value.lower(), value)))


def loss_of(loss: Any) -> Any:
    """Return a loss in our words, or as it is."""
    if isinstance(loss, bool) or not isinstance(loss, (str, int, float)) or loss in BETAS:
        return loss
    named = value_of("loss", loss if isinstance(loss, str) else f"{loss:g}")
    return named if named in BETAS else loss


def solver_of(solver: str) -> str:
    """Return the name of a method in our words, or as it is."""
    return solver if solver in ("hals", "nmf", "nmf-kl") or solver in catalog() else value_of("solver", solver)


def init_of(init: Any) -> str:
    """Return an initialisation in our words.

    Raises
    ------
    ValueError
        There is none of this name.
    """
    if init is None:
        return "nndsvda"
    if isinstance(init, str) and init not in INITS:
        foreign = row_of("init")["foreign"].get(plain(init), "")
        if foreign:
            raise ValueError(f"init={init!r} is not here; take {foreign.replace('--w0 and --h0', 'custom with W and H')}")
        init = next((ours for ours in INITS if plain(ours) == plain(init)), init)
    if not isinstance(init, str) or init not in INITS:
        raise ValueError(f"init={init!r}, want one of {', '.join(map(repr, INITS))}")
    return str(init)


def penalties(alpha_W: Any, alpha_H: Any, l1_ratio: Any, shape: tuple[int, int], squared: bool) -> dict[str, float]:
    """Return the options that stand for scikit-learn's penalties.

    scikit-learn adds alpha_W · n_features · (l1_ratio · ΣW + (1 - l1_ratio)/2 · ‖W‖²) of the coefficients W, and the same with
    alpha_H · n_samples of the components H, to half the squared error, or to a divergence. The program has no half, and its W are the
    components.
    """
    for name, value in (("alpha_W", alpha_W), ("alpha_H", alpha_H), ("l1_ratio", l1_ratio)):
        same = name == "alpha_H" and isinstance(value, str) and value == "same"
        if not same and (not isinstance(value, Real) or isinstance(value, bool) or not float(value) >= 0):
            raise ValueError(f"{name}={value!r}, want a number ≥ 0" + (" or 'same'" if name == "alpha_H" else ""))
    if l1_ratio > 1:
        raise ValueError(f"l1_ratio={l1_ratio!r}, want a number from 0 to 1")
    samples, features = shape
    times = 2.0 if squared else 1.0
    of_coefficients = times * features * float(alpha_W)
    of_components = times * samples * float(alpha_W if isinstance(alpha_H, str) else alpha_H)
    weights = {
        "l1_h": of_coefficients * l1_ratio,
        "l2_h": of_coefficients * (1 - l1_ratio) / 2,
        "l1_w": of_components * l1_ratio,
        "l2_w": of_components * (1 - l1_ratio) / 2,
    }
    return {name: float(weight) for name, weight in weights.items() if weight}


def whole(name: str, value: Any, least: int | None = None) -> int:
    """Return a whole number.

    Raises
    ------
    ValueError
        It is none; text and 10.0 are none, as in scikit-learn.
    """
    if not isinstance(value, Integral) or isinstance(value, (bool, np.bool_)) or least is not None and value < least:
        raise ValueError(f"{name}={value!r}, want a whole number" + ("" if least is None else f" ≥ {least}"))
    return int(value)


def number(name: str, value: Any) -> float:
    """Return a number.

    Raises
    ------
    ValueError
        It is none, but text for example.
    """
    if not isinstance(value, Real) or isinstance(value, (bool, np.bool_)) or value != value:
        raise ValueError(f"{name}={value!r}, want a number")
    return float(value)


def names(name: str, value: str | Sequence[str]) -> list[str]:
    """Return a list of names; one may stand alone."""
    listed = [part.strip() for part in value.split(",")] if isinstance(value, str) else list(value)
    for one in listed:
        if not isinstance(one, str) or not one:
            raise ValueError(f"{name}={value!r}, want names, as {name}=['nmf', 'hals']")
    return listed


def labels(y: Any, samples: int) -> np.ndarray[Any, Any]:
    """Return classes as whole numbers, -1 where unknown.

    Whole numbers are their own, -1 is unknown. Text is a class whatever it says; None, NaN and NA are unknown.

    Raises
    ------
    ValueError
        There is not one for each sample, or they are numbers that are not whole.
    """
    if is_sparse(y):
        y = y.toarray()
    array = np.ma.asarray(y) if isinstance(y, np.ma.MaskedArray) else np.asarray(y)  # type: ignore[no-untyped-call]
    masked = np.ma.getmaskarray(array).ravel()  # type: ignore[no-untyped-call]
    if array.ndim == 2 and 1 in array.shape or array.ndim == 1:
        flat = np.asarray(array.data if isinstance(array, np.ma.MaskedArray) else array).ravel()
    else:
        raise ValueError(f"y of shape {array.shape}, want one class for each sample")
    if len(flat) != samples:
        raise ValueError(f"y holds {len(flat)} classes, and X has {samples} samples")
    if flat.dtype.kind in "Mm":  # dates are classes by what they say
        values: list[Any] = [None if none else text for none, text in zip(np.isnat(flat), flat.astype(str).tolist())]
    else:
        values = flat.tolist()
    unknown = [hidden or missing(value) for hidden, value in zip(masked, values)]
    known = [value for value, none in zip(values, unknown) if not none]
    codes = np.full(samples, -1, dtype=np.int64)
    if all(isinstance(value, (bool, Integral, float)) for value in known):
        wrong = [value for value in known if isinstance(value, float) and not value.is_integer()]
        if wrong:
            raise ValueError(f"y holds {wrong[0]!r}, want whole numbers or text as classes")
        foreign = [value for value in known if not -1 <= value < 2**53]
        if foreign:
            raise ValueError(f"y holds {foreign[0]!r}, want classes from 0 to 2^53, and -1 where unknown; astype(str) makes any value a class")
        codes[~np.asarray(unknown, dtype=bool)] = [int(value) for value in known]
        return codes
    if any(isinstance(value, float) for value in known):
        raise ValueError("y holds text and real numbers, want whole numbers or text as classes")
    classes = {text: k for k, text in enumerate(sorted({str(value) for value in known}))}
    codes[~np.asarray(unknown, dtype=bool)] = [classes[str(value)] for value in known]
    return codes


def in_our_words(text: str) -> str:
    """Return what the program says in the words of this package."""
    sides = {"H": "W", "W": "H"}  # the program has features in rows
    text = re.sub(
        r"\S*/[HW]0\.npy is (\d+)×(\d+), want (\d+)×(\d+) for the initial ([HW])",
        lambda m: f"{sides[m[5]]} is {m[2]}×{m[1]}, want {m[4]}×{m[3]} for init='custom'",
        text,
    )
    text = re.sub(
        r"\S*/([HW])0\.npy: found (\S+) at row (\d+), column (\d+)",
        lambda m: f"{sides[m[1]]}[{int(m[4]) - 1}, {int(m[3]) - 1}] is {m[2]}",
        text,
    )
    text = re.sub(r"\S*/labels-of-samples\.npy", "y", text)
    text = re.sub(r"(--graph )?\S*/nmfrepro-[^/\s]*/graph/X\.np[yz]", "graph", text)
    text = re.sub(r"\S*/nmfrepro-[^/\s]*/([A-Za-z0-9-]+)\.(?:npy|npz|csv)", r"\1", text)
    text = re.sub(r" \(row \d+, column \d+ of the file\)| of the file", "", text).replace("nmfrepro list solvers names", "nmfrepro.solvers() names")
    text = re.sub(r"(?<![\w-])--?[a-z][a-z-]*(?![\w-])", lambda m: WORDS.get(m[0], m[0]), text.replace("; --memory changes that", ""))
    text = text.replace("their rows of W and columns of H are 0", "their components and coefficients are 0")
    return in_words_of_options(text).removeprefix("X: ")


def in_words_of_options(text: str) -> str:
    """Return a text in which options of methods have underscores, and what they may be is Python's."""
    for name in hyphened():
        text = re.sub(rf"(?<![\w-]){name}(?![\w-])", name.replace("-", "_"), text)
    text = re.sub(r"\boption \"?[A-Za-z0-9-]+", lambda m: m[0].replace("-", "_"), text)  # that there may not be
    return re.sub(r"(?<=[a-z]=)(true|false)\b", lambda m: m[0].capitalize(), text)


@lru_cache(maxsize=1)
def hyphened() -> tuple[str, ...]:
    """Return the options of methods that have hyphens."""
    try:
        entries = catalog().values()
    except (ProgramError, ValueError):
        return ()
    return tuple(sorted({o["name"] for entry in entries for o in entry["options"] or [] if "-" in o["name"]}))


def in_places(text: str, matrix: Matrix) -> str:
    """Return an error on samples and features by number from 1 with their names, or their places in X."""

    def named(listed: str, names: list[Any] | None, at: str) -> str:
        def one(m: re.Match[str]) -> str:
            place = int(m[1]) - 1
            known = None if names is None or names[place] == place else names[place]
            return at.format(place) if known is None else repr(known)

        return re.sub(r"\"?(\d+)\"?", one, listed)

    text = re.sub(
        r"\b(features|samples) ((?:\d+, )*\d+)",
        lambda m: m[1] + " " + named(m[2], *((matrix.features, "X[:, {}]") if m[1] == "features" else (matrix.samples, "X[{}]"))),
        text,
    )
    return re.sub(r"\bX has (\S+) at row (\d+), column (\d+)", lambda m: f"X[{int(m[2]) - 1}, {int(m[3]) - 1}] is {m[1]}", text)
