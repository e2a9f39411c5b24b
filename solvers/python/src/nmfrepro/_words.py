"""The words of scikit-learn and of other packages, in those of the program."""
from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

# BETAS are the losses of beta-nmf, by what its option beta is then.
BETAS = {"frobenius": 2, "kullback-leibler": 1, "itakura-saito": 0}

# LOSSES are what the losses are called elsewhere.
LOSSES = {
    "euclidean": "frobenius",
    "fro": "frobenius",
    "kl": "kullback-leibler",
    "KL": "kullback-leibler",
    "is": "itakura-saito",
    "IS": "itakura-saito",
    2: "frobenius",
    1: "kullback-leibler",
    0: "itakura-saito",
}

# SOLVERS are solvers of scikit-learn and R, which go with a loss.
SOLVERS = {"cd": "hals", "mu": "nmf", "lee": "nmf", "brunet": "nmf-kl", "KL": "nmf-kl", "kl": "nmf-kl"}

# INITS are the initialisations, and what they are called elsewhere.
INITS = ("nndsvda", "nndsvd", "scaled", "random", "k-means", "custom")
INIT_WORDS = {None: "nndsvda", "kmeans": "k-means", "k_means": "k-means"}
INIT_INSTEAD = {
    "nndsvdar": "'nndsvda', which fills the zeros without chance",
    "svd": "'nndsvd'",
    "nica": "'nndsvd'",
    "ica": "'nndsvd'",
    "rprob": "'scaled'",
    "uniform": "'scaled'",
    "warm": "'custom' with W and H",
}

# WORDS are the parameters for flags that the program's errors name.
WORDS = {
    "--ranks": "ranks",
    "--rank": "n_components",
    "--iterations": "max_iter",
    "--tol": "tol",
    "--absent": "absent",
    "--starts": "n_starts",
    "--seed": "random_state",
    "--init": "init",
    "--fixed": "fixed",
    "--set ": "option ",
}

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


def loss_of(loss: Any) -> Any:
    """Return a loss in our words, or as it is."""
    return LOSSES.get(loss, loss) if isinstance(loss, (str, int, float)) and not isinstance(loss, bool) else loss


def init_of(init: Any) -> str:
    """Return an initialisation in our words.

    Raises
    ------
    ValueError
        There is none of this name.
    """
    if init is None or isinstance(init, str):
        init = INIT_WORDS.get(init, init)
    if init in INIT_INSTEAD:
        raise ValueError(f"init={init!r} is not here; take {INIT_INSTEAD[init]}")
    if init not in INITS:
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
    array = np.ma.asarray(y) if isinstance(y, np.ma.MaskedArray) else np.asarray(y)  # type: ignore[no-untyped-call]
    masked = np.ma.getmaskarray(array).ravel()  # type: ignore[no-untyped-call]
    if array.ndim == 2 and 1 in array.shape or array.ndim == 1:
        flat = np.asarray(array.data if isinstance(array, np.ma.MaskedArray) else array).ravel()
    else:
        raise ValueError(f"y of shape {array.shape}, want one class for each sample")
    if len(flat) != samples:
        raise ValueError(f"y holds {len(flat)} classes, and X has {samples} samples")
    values = flat.tolist()
    unknown = [hidden or value is None or _missing(value) for hidden, value in zip(masked, values)]
    known = [value for value, none in zip(values, unknown) if not none]
    codes = np.full(samples, -1, dtype=np.int64)
    if all(isinstance(value, (bool, Integral, float)) for value in known):
        wrong = [value for value in known if isinstance(value, float) and not value.is_integer()]
        if wrong:
            raise ValueError(f"y holds {wrong[0]!r}, want whole numbers or text as classes")
        codes[~np.asarray(unknown, dtype=bool)] = [int(value) for value in known]
        return codes
    if any(isinstance(value, float) for value in known):
        raise ValueError("y holds text and real numbers, want whole numbers or text as classes")
    classes = {text: k for k, text in enumerate(sorted({str(value) for value in known}))}
    codes[~np.asarray(unknown, dtype=bool)] = [classes[str(value)] for value in known]
    return codes


def _missing(value: Any) -> bool:
    """Tell pandas' NA and NaT, and NaN."""
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value


def in_our_words(text: str) -> str:
    """Return what the program says in the words of this package."""
    sides = {"H": "W", "W": "H"}  # the program has features in rows
    text = re.sub(
        r"\S*/[HW]0\.npy is (\d+)×(\d+), want (\d+)×(\d+) for the initial ([HW])",
        lambda m: f"{sides[m[5]]} is {m[2]}×{m[1]}, want {m[4]}×{m[3]} for init='custom'",
        text,
    )
    text = re.sub(r"\S*/nmfrepro-[^/\s]*/(?:graph/)?([A-Za-z0-9-]+)\.(?:npy|npz|csv)", r"\1", text)
    text = re.sub(r" \(row \d+, column \d+ of the file\)| of the file", "", text).replace("nmfrepro list solvers names", "nmfrepro.solvers() names")
    for flag, parameter in WORDS.items():
        text = text.replace(flag, parameter)
    return text.removeprefix("X: ")
