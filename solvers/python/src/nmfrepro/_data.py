"""Matrices as people have them, and the files through which the program gets them."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# MOST_NAMED is how many names an error lists.
MOST_NAMED = 5

# NUMBERS are the types of numbers in columns of objects.
NUMBERS = (int, float, Decimal, Fraction, np.number, np.bool_)

# BLOCK is how many entries are squared at a time.
BLOCK = 1 << 16


def tell_repeated(names: list[Any]) -> None:
    """Warn where columns of a frame have one name: what is looked up by it later may be another one."""
    from ._sklearn import warn_of

    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        some = ", ".join(str(name) for name in twice[:5]) + (", ..." if len(twice) > 5 else "")
        count = "1 name of columns occurs" if len(twice) == 1 else f"{len(twice)} names of columns occur"
        warn_of(f"X: {count} more than once: {some}; each column is a feature of its own, and what is written for them has the same name")


# FAULTS are what scikit-learn calls entries that a method cannot have.
FAULTS = {"infinite": "Infinite values (inf)", "unknown": "Unknown values (NaN)", "negative": "Negative values"}


@dataclass
class Fault:
    """An entry of X that a method cannot have: infinite, unknown or negative, and where it is."""

    what: str
    text: str

    def __str__(self) -> str:
        return self.text


class Matrix:
    """A matrix of samples × features with the names of both, where it has them.

    Parameters
    ----------
    X : array, sparse matrix, data frame or AnnData of shape (n_samples, n_features)
        Numbers. A frame may be one of pandas or polars; NA is an unknown entry.
    layer : str, default=None
        The layer of an AnnData, "raw" for its raw, in place of its X.

    Attributes
    ----------
    values : ndarray or scipy.sparse matrix of shape (n_samples, n_features)
        The same, not copied where it is an array of numbers already.
    features, samples : list or None
        Names of the columns and of the rows.
    """

    def __init__(self, X: Any, layer: str | None = None) -> None:
        self.values: Any
        self.features: list[Any] | None = None
        self.samples: list[Any] | None = None
        if is_annotated(X):
            values, self.features = layer_of(X, layer)
            tell_repeated(self.features)
            self.values, self.samples = Matrix(values).values, list(X.obs_names)
            return
        if layer is not None:
            raise ValueError(f"layer={layer!r} is one of an AnnData, and X is a {type(X).__name__}; drop it")
        if isinstance(X, (list, tuple)) and any(isinstance(row, np.ma.MaskedArray) for row in X):
            X = np.ma.stack(X)  # which keeps the masks of the rows
        if isinstance(X, np.ma.MaskedArray):  # what it masks is unknown
            self.values = without_masked(X)
        elif is_sparse(X):
            self.values = X if X.format in ("csr", "csc") else X.tocsr()
            if not self.values.has_canonical_format:  # entries that are given in parts are summed
                self.values = self.values.copy()
                self.values.sum_duplicates()
        elif hasattr(X, "columns") and hasattr(X, "to_numpy"):
            self.features = list(X.columns)
            tell_repeated(self.features)
            if hasattr(X, "index"):
                self.samples = list(X.index)
            self.values = frame_values(X)
        else:
            self.values = np.asarray(X)
            if self.values.ndim == 0:
                raise ValueError(f"X is a {type(X).__name__}, want an array of 2 dimensions: samples × features. Reshape your data, or read it first")
        self._check()

    def _check(self) -> None:
        """Refuse what is no matrix of numbers; its entries are looked at by the program."""
        v = self.values
        if v.ndim > 2:
            raise ValueError(
                f"X has {v.ndim} dimensions, {' × '.join(map(str, v.shape))}, want 2: samples × features. Put all but one of them into one: "
                "X.reshape(len(X), -1) makes a sample of each X[k]"
            )
        if v.ndim != 2:
            raise ValueError(
                f"X has {v.ndim} dimensions, want 2: samples × features. Reshape your data: X.reshape(-1, 1) if it is one feature, "
                "X.reshape(1, -1) if it is one sample"
            )
        if v.dtype.kind == "c":
            raise ValueError(f"Complex data not supported: X is of {v.dtype}, want real numbers; take abs(X)")
        if v.shape[0] == 0:
            raise ValueError(
                f"X has 0 sample(s) (shape={v.shape}) while a minimum of 1 is required; look at what selects its rows"
            )
        if v.shape[1] == 0:
            raise ValueError(
                f"X has 0 feature(s) (shape={v.shape}) while a minimum of 1 is required; look at what selects its columns"
            )
        if v.dtype.kind not in "fiub":
            if v.dtype.kind == "O" and is_sparse(v):
                raise ValueError("X is sparse and holds objects, want numbers: X.astype(float)")
            if v.dtype.kind == "O" and not any(isinstance(entry, (str, bytes, np.timedelta64)) for entry in v.flat):
                known = [np.nan if missing(entry) else entry for entry in v.flat]
                self.values = np.array(known, dtype=np.float64).reshape(v.shape)
                return
            what = {"M": "dates", "m": "times", "V": "records"}.get(v.dtype.kind, "text")
            raise ValueError(f"X holds {what} (values of {v.dtype}), want numbers; encode {what} as numbers, or leave them out")
        if v.dtype.kind == "f" and v.dtype.itemsize not in (4, 8):
            self.values = v.astype(np.float32 if v.dtype.itemsize < 4 else np.float64)

    @property
    def shape(self) -> tuple[int, int]:
        """Samples and features."""
        samples, features = self.values.shape
        return samples, features

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of what comes of X: that of X if it is one of floats."""
        return np.dtype(self.values.dtype if self.values.dtype in (np.float32, np.float64) else np.float64)

    def write(self, folder: str) -> str:
        """Write X to a file of the folder, samples in rows, and return its path."""
        if is_sparse(self.values):
            from scipy import sparse

            path = str(Path(folder, "X.npz"))
            sparse.save_npz(path, self.values, compressed=False)
        else:
            path = str(Path(folder, "X.npy"))
            np.save(path, self.values)  # in its own order: nothing is transposed
        return path

    def squared_norm(self) -> float:
        """Return the sum of the squares of the known entries."""
        flat = (self.values.data if is_sparse(self.values) else self.values).ravel(order="K")
        blocks = (flat[k : k + BLOCK].astype(np.float64) for k in range(0, flat.size, BLOCK))
        return float(sum(np.nansum(block * block) for block in blocks))

    def fault(self, signed: bool, unknown: bool, to: str = "NMF") -> Fault | None:
        """Name the first entry that a method cannot have.

        Parameters
        ----------
        signed, unknown : bool
            Whether the method takes entries below 0, and unknown ones.
        to : str, default="NMF"
            What X was passed to.
        """
        entries = self.values.data if is_sparse(self.values) else self.values
        for what, wrong in (
            ("infinite", np.isinf(entries)),
            ("unknown", np.isnan(entries) & (not unknown)),
            ("negative", (entries < 0) & (not signed)),
        ):
            if wrong.any():
                row, column = self._first(wrong)
                sample = f", sample {self.samples[row]!r}" if self.samples and self.samples[row] != row else ""
                feature = (
                    f", feature {self.features[column]!r}" if self.features and self.features[column] != column else ""
                )
                place = f"X[{row}, {column}] is {entry(self.values, row, column)}{sample}{feature} ({int(wrong.sum())} in all)"
                return Fault(what, f"{FAULTS[what]} in data passed to {to}: {place}")
        return None

    def _first(self, wrong: NDArray[np.bool_]) -> tuple[int, int]:
        if not is_sparse(self.values):
            row, column = np.argwhere(wrong)[0]
        else:
            at, coo = np.flatnonzero(wrong)[0], self.values.tocoo()
            row, column = coo.row[at], coo.col[at]
        return int(row), int(column)


def is_annotated(X: Any) -> bool:
    """Tell an AnnData, without importing it."""
    return all(hasattr(X, name) for name in ("X", "obs_names", "var_names"))


def layer_of(X: Any, layer: str | None) -> tuple[Any, list[Any]]:
    """Return a matrix of an AnnData with the names of its features.

    Raises
    ------
    ValueError
        There is no such layer, or no matrix.
    """
    if layer == "raw":
        if getattr(X, "raw", None) is None:
            raise ValueError("layer='raw': this AnnData has no raw")
        return X.raw.X, list(X.raw.var_names)
    layers = getattr(X, "layers", {})
    if layer is not None and layer not in layers:
        raise ValueError(f"layer={layer!r}, want one of {', '.join(map(repr, layers)) or 'none: this AnnData has no layers'}")
    values = X.X if layer is None else layers[layer]
    if values is None:
        raise ValueError(f"this AnnData has no X; take one of its layers by layer=: {', '.join(map(repr, layers)) or 'it has none'}")
    return values, list(X.var_names)


def without_masked(X: Any) -> NDArray[Any]:
    """Return the values of a masked array, NaN where it is masked."""
    mask = np.ma.getmaskarray(X)  # type: ignore[no-untyped-call]
    values = np.asarray(X.data)
    if not mask.any():
        return values
    if values.dtype.kind in "iub" or values.dtype.kind == "f" and values.dtype.itemsize < 4:
        values = values.astype(np.float64)
    values = values.copy()
    values[mask] = np.nan
    return values


def missing(value: Any) -> bool:
    """Tell what is no value: None, NaN, and NA and NaT of pandas."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or isinstance(value, float) and value != value


def names_of(index: Any) -> list[Any] | None:
    """Return the names of a side of a frame; None where there are none, or they only count."""
    names = None if index is None else list(index)
    return None if names is None or names == list(range(len(names))) else names


def aligned(value: Any, what: str, rows: Any = None, columns: Any = None) -> Any:
    """Bring a frame, or a series, that stands beside X into the order of X: names decide where both have them.

    Parameters
    ----------
    value : array, frame or series
        What stands beside X.
    what : str
        Its name, for errors.
    rows, columns : sequence or None
        The names that its rows and its columns stand for.

    Raises
    ------
    ValueError
        It has other names, or one of them twice.
    """
    if not hasattr(value, "iloc"):
        return value
    for axis, side, wanted in ((0, "index", rows), (1, "columns", columns)):
        order = order_of(getattr(value, side, None), wanted, what, f"the {side} of {what}")
        if order is not None:
            value = value.iloc[order] if axis == 0 else value.iloc[:, order]
    return value


def order_of(names: Any, wanted: Any, what: str, side: str) -> list[int] | None:
    """Return the places of the wanted names among others, None where the order is right or one of them has none.

    Raises
    ------
    ValueError
        They are other names, or one occurs twice.
    """
    names, wanted = names_of(names), names_of(wanted)
    if names is None or wanted is None or names == wanted:
        return None
    places = {name: place for place, name in enumerate(names)}
    if len(places) < len(names) or len(set(wanted)) < len(wanted):
        raise ValueError(f"names occur twice in {side}, or of X, and names decide; make them unique")
    lacking, foreign = [n for n in wanted if n not in places], [n for n in names if n not in set(wanted)]
    if lacking or foreign and what != "y":  # classes may be those of more samples
        raise ValueError(
            f"{side} names others than X: {what} lacks {lacking[:MOST_NAMED]}, X lacks {foreign[:MOST_NAMED]}; "
            f"correct the names, or pass {what}.to_numpy() for the order as it is"
        )
    return [places[n] for n in wanted]


def components_of(value: Any, what: str, matrix: Matrix) -> NDArray[np.float64]:
    """Return components that are given, k × features, in the order of the features of X.

    Raises
    ------
    ValueError
        They have other names or another number of features than X, are not finite or below 0, or one is 0 everywhere.
    """
    names: Any = value.columns if hasattr(value, "columns") and hasattr(value, "to_numpy") else None
    if isinstance(value, np.ma.MaskedArray):
        array = without_masked(value)
    elif is_sparse(value):
        array = value.toarray()
    else:
        array = np.asarray(value if names is None else frame_values(value, what))
    features = matrix.shape[1]
    want = f"want components × features, (k, {features})"
    if array.dtype.kind not in "fiub":
        inner = next((name for name in ("components_", "components") if hasattr(value, name)), "")
        if inner:
            raise ValueError(f"{what} is of {type(value).__name__}, want an array of numbers; pass its {inner}")
        raise ValueError(f"{what} holds values of {array.dtype}, want numbers: components × features")
    if array.ndim != 2 or not array.size:
        advice = f"; {what}.reshape(1, -1) is one component" if array.ndim == 1 and array.size == features else ""
        raise ValueError(f"{what} is of shape {array.shape}, {want}{advice}")
    order = order_of(names, matrix.features, what, f"the columns of {what}")
    if array.shape[1] != features:
        advice = f"; is {what}.T meant?" if array.shape[0] == features else ""
        raise ValueError(f"{what} is of shape {array.shape}, and X has {features} features; {want}{advice}")
    wrong = ~(np.isfinite(array) & (array >= 0))
    if wrong.any():
        k, j = (int(at) for at in np.argwhere(wrong)[0])
        feature = f", feature {list(names)[j]!r}" if names_of(names) else ""
        raise ValueError(f"{what}[{k}, {j}] is {array[k, j]}{feature}, want a finite value ≥ 0 ({int(wrong.sum())} in all)")
    empty = np.flatnonzero(array.sum(axis=1) == 0)
    if empty.size:
        raise ValueError(f"{what}[{empty[0]}] is 0 everywhere, and describes nothing; leave it out ({empty.size} in all)")
    array = array.astype(np.float64)
    return array if order is None else array[:, order]


def entry(values: Any, row: int, column: int) -> Any:
    """Return an entry as Python's own number."""
    return (values.tocsr() if is_sparse(values) else values)[row, column].item()


def is_number(value: Any) -> bool:
    """Tell a number; a span of time is none, though NumPy counts it among its integers."""
    return isinstance(value, NUMBERS) and not isinstance(value, np.timedelta64)


def is_sparse(X: Any) -> bool:
    """Tell a matrix or an array of scipy.sparse, without importing it."""
    return type(X).__module__.startswith("scipy.sparse")


def frame_values(X: Any, what: str = "X") -> Any:
    """Return the values of a data frame, NaN where they are NA.

    Raises
    ------
    ValueError
        Columns hold text, dates or objects; they are named.
    """
    if hasattr(X, "sparse") and all(getattr(dtype, "fill_value", None) == 0 for dtype in X.dtypes):
        return X.sparse.to_coo().tocsr()
    values = X.to_numpy()
    if values.dtype.kind in "fiub":
        return values
    columns, wrong = [], []
    for k, name in enumerate(X.columns):
        series = X.iloc[:, k] if hasattr(X, "iloc") else X[name]
        raw = series.to_numpy()
        missing = np.asarray(series.isna() if hasattr(series, "isna") else series.is_null())
        known = raw[~missing]
        if known.dtype.kind not in "fiub" and not all(is_number(v) for v in known):
            first = next(v for v in known if not is_number(v))
            wrong.append(f"{name!r} ({str(first)!r})")
            continue
        column = np.full(len(raw), np.nan)
        column[~missing] = known.astype(np.float64)
        columns.append(column)
    if wrong:
        more = ", ..." if len(wrong) > MOST_NAMED else ""
        some = ", ".join(wrong[:MOST_NAMED])
        advice = f"{what}.select_dtypes('number') keeps the others" if hasattr(X, "select_dtypes") else "select the others"
        raise ValueError(
            f"{'' if what == 'X' else what + ': '}{len(wrong)} of {len(X.columns)} columns hold no numbers: {some}{more}; encode them as numbers, or leave them out: {advice}"
        )
    return np.column_stack(columns) if columns else np.empty((len(X), 0))
