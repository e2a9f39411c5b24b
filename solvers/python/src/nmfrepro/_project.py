"""Coefficients of samples for components that are given."""
from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._data import MOST_NAMED, Matrix, components_of, is_sparse
from ._notes import COMMON, notes_of
from ._program import ProgramError, Refused, private_folder, report_of, run
from ._sklearn import ConvergenceWarning, warn_of
from ._words import BETAS, in_our_words, in_places, loss_of, number, whole, worded

# SAID are the kinds of notes that are said here with the names of parameters, or are no warning.
SAID = ("unknown", "unfinished", *COMMON)


@dataclass
class Projection:
    """Coefficients of samples for components that are given.

    Attributes
    ----------
    coefficients : ndarray or pandas.DataFrame of shape (n_samples, n_components)
        What the components are multiplied by; a data frame with the names of both where X is one of pandas.
    shares : ndarray or pandas.DataFrame of shape (n_samples, n_components)
        The share of each component in the sum of a sample's fit; they sum to 1, or are 0 where the sample has no coefficients.
    labels : ndarray of shape (n_samples,)
        The component of the largest coefficient, from 0; -1 where all are 0.
    residuals : ndarray of shape (n_samples,)
        The norm of each sample less its fit, over the known entries.
    relative_residuals : ndarray of shape (n_samples,)
        The same by the norm of the sample.
    objective : float
        The loss of all samples, at the end.
    run : dict
        All that the program reports.
    """

    coefficients: Any
    shares: Any
    labels: NDArray[Any]
    residuals: NDArray[Any]
    relative_residuals: NDArray[Any]
    objective: float
    run: dict[str, Any]

    def __repr__(self) -> str:
        samples, components = np.shape(self.coefficients)
        return (
            f"Projection of {samples} samples on {components} components: objective {self.objective:.6g}, "
            f"relative residuals up to {np.nanmax(self.relative_residuals) if samples else 0:.3g}\n"
            "  coefficients, shares, labels, residuals, relative_residuals: arrays; run: what the program tells"
        )


@worded
def project(
    X: Any,
    components: Any,
    loss: Any = "frobenius",
    *,
    tol: float = 1e-7,
    max_iter: int = 100_000,
    absent: str = "zero",
    layer: str | None = None,
) -> Projection:
    """Find the coefficients of samples for components that are given, such as reference spectra or signatures.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        Not negative. NaN is an unknown entry, which is left out.
    components : array or data frame of shape (n_components, n_features)
        Not negative, as `NMF.components_` and the components of `consensus`. Where both are frames, names of features decide.
    loss : {"frobenius", "kullback-leibler", "itakura-saito"}, default="frobenius"
        What the coefficients minimise, each sample by itself. The first is non-negative least squares, exactly.
    tol : float, default=1e-7
        For the others: a sample ends when no coefficient grows by more than this share, and no more than it of its fit moves.
    max_iter : int, default=100_000
        For the others: at most this many iterations.
    absent : {"zero", "unknown"}, default="zero"
        What an entry is that a sparse X does not hold.
    layer : str, default=None
        The layer of an AnnData that is X, "raw" for its raw.

    Returns
    -------
    projection : Projection
        Coefficients, shares, labels and residuals of the samples.

    Raises
    ------
    ValueError
        X or the components are not what the loss takes; the text says what to do.

    Examples
    --------
    >>> import numpy as np, nmfrepro
    >>> spectra = np.array([[1.0, 2, 0, 1], [0, 1, 3, 1]])
    >>> found = nmfrepro.project([[2.0, 5, 3, 3], [0, 2, 6, 2]], spectra)
    >>> found.coefficients.round(6).tolist(), found.labels.tolist()
    ([[2.0, 1.0], [0.0, 2.0]], [0, 1])
    """
    matrix = Matrix(X, layer)
    basis = components_of(components, "components", matrix)
    named = loss_of(loss)
    if not isinstance(named, str) or named not in BETAS:
        raise ValueError(f"loss={loss!r}, want one of {', '.join(map(repr, BETAS))}")
    if absent not in ("zero", "unknown"):
        raise ValueError(f"absent={absent!r}, want 'zero' or 'unknown'")
    if number("tol", tol) < 0:
        raise ValueError(f"tol={tol!r}, want a number ≥ 0")
    with private_folder() as folder:
        out, path = Path(folder, "out"), Path(folder, "components.npy")
        np.save(path, basis.T)  # the program has features in rows
        arguments = ["project", "--quiet", "--basis", str(path), "--loss", named, "--input", matrix.write(folder), "--transpose"]
        arguments += ["--absent", absent] if is_sparse(matrix.values) else []
        arguments += ["--tol", str(number("tol", tol)), "--iterations", str(whole("max_iter", max_iter, 1))]
        try:
            run(*arguments, "--clusters", "none", "--format", "npy", "--out", str(out))
        except Refused as err:
            fault = matrix.fault(signed=False, unknown=True, to="project")
            text = in_places(in_our_words(str(err)), matrix).removeprefix("project: ")
            raise ValueError(f"{fault}\nnmfrepro {text}" if fault else text) from None
        report = report_of(out)
        try:
            coefficients, shares = np.load(out / "H.npy").T, np.load(out / "usages.npy")
            with open(out / "residuals.csv", newline="", encoding="utf-8") as lines:
                rows = [(float(row["residual"]), float(row["relative residual"])) for row in csv.DictReader(lines)]
        except (OSError, ValueError, KeyError) as err:
            raise ProgramError(f"the program ended without an error and left no coefficients ({err}); is it nmfrepro?") from err
    for gone in ("input", "basis"):
        report.pop(gone, None)
    _warn(matrix, report, tol, max_iter)
    residuals = np.asarray(rows)
    labels = np.where(coefficients.any(axis=1), coefficients.argmax(axis=1), -1)
    return Projection(
        coefficients=_framed(coefficients.astype(matrix.dtype), X, components),
        shares=_framed(shares.astype(matrix.dtype), X, components),
        labels=labels,
        residuals=residuals[:, 0],
        relative_residuals=residuals[:, 1],
        objective=report["objective"],
        run=report,
    )


def _warn(matrix: Matrix, report: dict[str, Any], tol: float, max_iter: int) -> None:
    """Warn of samples without entries, of those that did not converge, and of what the program notes."""
    if is_sparse(matrix.values):
        held = matrix.values.tocoo()
        known = np.bincount(held.row[_there(held.data)], minlength=matrix.shape[0])
    else:
        known = _there(matrix.values).sum(axis=1)
    empty = np.flatnonzero(known == 0)
    if empty.size:
        names = [k if matrix.samples is None else matrix.samples[k] for k in empty[:MOST_NAMED].tolist()]
        more = ", ..." if empty.size > MOST_NAMED else ""
        warn_of(f"{empty.size} samples have no known entry other than 0, and coefficients of 0: {', '.join(map(repr, names))}{more}")
    late = len(report.get("unfinished") or [])
    if late:
        warn_of(f"{late} samples did not reach tol={tol} in max_iter={max_iter} iterations; raise one of them", ConvergenceWarning)
    for note in notes_of(report, matrix):
        if note.kind not in SAID:
            warn_of(note.text, note.category)


def _there(values: Any) -> NDArray[np.bool_]:
    """Tell which entries are known and not 0."""
    return np.asarray((values != 0) & (values == values))


def _framed(values: NDArray[Any], X: Any, components: Any) -> Any:
    """Return coefficients with the names of samples and components where X is a frame of pandas."""
    if not hasattr(X, "iloc"):
        return np.ascontiguousarray(values)
    import pandas as pd

    return pd.DataFrame(values, index=X.index, columns=getattr(components, "index", None))
