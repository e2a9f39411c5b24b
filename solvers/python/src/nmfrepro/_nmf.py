"""The methods of the program as one transformer."""
from __future__ import annotations

import csv
import json
import keyword
import re
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._data import Matrix, aligned, is_annotated, components_of, is_sparse, names_of
from ._notes import COMMON, notes_of
from ._program import USAGE, ProgramError, Refused, catalog, private_folder, report_of, run
from ._sklearn import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ConvergenceWarning,
    NotFittedError,
    TransformerMixin,
    check_features,
    warn_of,
)
from ._words import (
    BETAS,
    PENALTIES,
    elsewhere,
    in_our_words,
    in_places,
    init_of,
    labels,
    loss_of,
    number,
    option_name,
    penalties,
    solver_of,
    whole,
)

# EVERY is how many iterations lie between two looks at the objective, as in scikit-learn's multiplicative updates.
EVERY = 10

# FILES are the options that hold a matrix, with the flags by which the program takes its file.
FILES = {"graph": "--graph", "constraints": "--constraints", "constraints_w": "--constraints-w"}

# PARAMETERS are those of every method.
PARAMETERS = ("fixed", "init", "layer", "loss", "max_iter", "n_components", "n_starts", "random_state", "solver", "tol")

# FLAGS are the options that are flags of the program.
FLAGS = ("absent",)

# FITTED are the attributes that a fit leaves.
FITTED = (
    "components_",
    "feature_names_in_",
    "init_",
    "n_components_",
    "n_features_in_",
    "n_iter_",
    "objective_",
    "reconstruction_err_",
    "run_",
    "shares_",
)

# NEIGHBOURS are the graphs that need every entry of X.
NEIGHBOURS = ("nearest", "supervised")


class NMF(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Non-negative matrix factorisation by any method of nmfrepro that leaves a basis.

    X (samples × features) is approximated by the product of `coefficients` (samples × components), which `fit_transform`
    returns, and `components_` (components × features).

    Parameters
    ----------
    n_components : int or "auto", default=2
        Number of components; at most the longer side of X. "auto" and None take it from `W` or `H`, or from `fixed`.
    solver : str, default="hals"
        The method; ``nmfrepro.solvers()`` lists them with their options and sources. "hals" is the fastest for the Frobenius
        norm [1]_, "nmf" and "nmf-kl" are multiplicative updates for it and for the Kullback-Leibler divergence [2]_. The words of
        scikit-learn and R are understood where they mean the same: "cd" is "hals", "mu" and "lee" are "nmf", "brunet" is "nmf-kl".
    init : {"nndsvda", "nndsvd", "scaled", "random", "k-means", "custom"}, default="nndsvda"
        How the factors begin. "nndsvda" and "nndsvd" come from singular vectors [3]_. Where there are none to take (unknown
        entries, more components than X has rank, a method of other factors), "scaled" is taken and a warning says so; None is the
        default;
        `init_` says what was taken. "scaled" draws from U(0, 1] times what gives the product the mean of X. With "custom",
        `fit` gets `W` and `H`.
    max_iter : int, default=200
        At most this many iterations.
    tol : float, default=1e-4
        Stop when the objective changes by less than this share in ten iterations; 0 runs all of them.
    random_state : int, RandomState, Generator or None, default=None
        Seed of everything random. None is seed 1, so that the same call gives the same factors.
    n_starts : int, default=1
        Runs from initialisations of their own, of which that with the smallest objective is kept.
    loss : {None, "frobenius", "kullback-leibler", "itakura-saito"}, default=None
        None is the loss of `solver`. Another takes the method of the same family that minimises it, such as "nmf-kl" for "hals" or
        "pnmf-kl" for "pnmf" and "kullback-leibler", and is an error where the family has none. `beta_loss` is the same.
    fixed : array or data frame of shape (k, n_features), default=None
        Components that stay as they are, the first k of `components_`; the other n_components - k are found beside them. Where both
        this and X are frames, names of features decide. "hals", "nmf", "nmf-kl", "beta-nmf" and their kin can; the others refuse.
    layer : str, default=None
        The layer of an AnnData that is X, "raw" for its raw.
    **options
        Options of the method, with underscores for hyphens: ``l1_w=0.1``; ``nmfrepro factorize --solver NAME --help`` tells
        them. What Python keeps for itself ends in _: ``lambda_=3``. `alpha_W`, `alpha_H` and `l1_ratio` weigh the penalties of
        scikit-learn's objective, by the size of X. In their names W is the basis, `components_`, and H are the coefficients, as the program has features in rows.
        `absent="unknown"` leaves out the entries that a sparse X does not hold, as of ratings. `normalize` scales the components after the run: "w-l1", "w-l2", "w-max". Frames beside X are matched with it by their
        names. `graph` may be a matrix of weights of
        shape (n_samples, n_samples); `constraints` and `constraints_w` are
        arrays of shape (n_triplets, 3) of rows q, r, s from 0: sample (feature) q is nearer to r than to s.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        The basis; not negative but for methods for data of any sign.
    n_components_ : int
        Number of components.
    shares_ : ndarray of shape (n_components,)
        The share of each component in the sum of the product of the factors; NaN where the factors have entries below 0.
    reconstruction_err_ : float
        The Frobenius norm of X less the product of the factors over the known entries, whatever the loss.
    objective_ : float
        What the method minimises, at the end.
    n_iter_ : int
        Iterations of the run that was kept.
    init_ : str
        The initialisation that was taken.
    run_ : dict
        All that the program reports of the run: options, seed, version, times, warnings; `remarks` are warnings and notes by kind.
    n_features_in_ : int
        Number of features of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, where X is a data frame with names that are all strings.

    See Also
    --------
    nmfrepro.rank : How many components a matrix has.

    Notes
    -----
    The numbers are the same on any number of cores. `fit_transform` returns the coefficients of the run itself. `transform`
    finds those of new samples for the fixed components, so that on X it may differ from `fit_transform` where the run did
    not converge, or where the method ties the coefficients to a graph, labels or an order.

    References
    ----------
    .. [1] Cichocki, A. and Phan, A.-H. (2009). Fast local algorithms for large scale nonnegative matrix and tensor
       factorizations. IEICE Transactions on Fundamentals E92-A, 708-721.
    .. [2] Lee, D. D. and Seung, H. S. (2001). Algorithms for non-negative matrix factorization. NIPS 13, 556-562.
    .. [3] Boutsidis, C. and Gallopoulos, E. (2008). SVD based initialization: a head start for nonnegative matrix
       factorization. Pattern Recognition 41, 1350-1362.

    Examples
    --------
    >>> import numpy as np
    >>> from nmfrepro import NMF
    >>> rng = np.random.default_rng(0)
    >>> X = rng.random((20, 3)) @ rng.random((3, 8))
    >>> nmf = NMF(3, tol=0, max_iter=500)
    >>> coefficients = nmf.fit_transform(X)
    >>> coefficients.shape, nmf.components_.shape
    ((20, 3), (3, 8))
    >>> bool(nmf.reconstruction_err_ < 0.01 * np.linalg.norm(X))
    True
    """

    def __init__(
        self,
        n_components: Any = 2,
        solver: str = "hals",
        init: str | None = "nndsvda",
        max_iter: int = 200,
        tol: float = 1e-4,
        random_state: Any = None,
        n_starts: int = 1,
        loss: Any = None,
        fixed: Any = None,
        layer: str | None = None,
        **options: Any,
    ) -> None:
        self.n_components = n_components
        self.solver = solver
        self.init = init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_starts = n_starts
        self.loss = loss
        self.fixed = fixed
        self.layer = layer
        for name, value in options.items():
            setattr(self, option_name(name), value)

    def _options(self) -> dict[str, Any]:
        """Return the options of the method: attributes that are no parameter of ours, and come from no fit."""
        return {
            name: value
            for name, value in vars(self).items()
            if name not in PARAMETERS and not name.startswith("_") and not name.endswith("_")
        }

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, and the options that are set.

        Parameters
        ----------
        deep : bool, default=True
            Without meaning here; scikit-learn gives it.

        Returns
        -------
        params : dict
            Names and values.
        """
        options = {name + "_" * keyword.iskeyword(name): value for name, value in self._options().items()}
        return {**{name: getattr(self, name) for name in PARAMETERS}, **options}

    def set_params(self, **params: Any) -> NMF:
        """Set parameters, and options of the method.

        Parameters
        ----------
        **params : dict
            Names and values. A name that is no parameter is an option, which `fit` checks.

        Returns
        -------
        self : NMF
            The estimator.
        """
        for name, value in params.items():
            try:
                setattr(self, option_name(name), value)
            except TypeError as err:
                raise ValueError(f"Invalid parameter {name!r} for estimator {self}: {err}") from None
        return self

    def fit(self, X: Any, y: Any = None, W: Any = None, H: Any = None) -> NMF:
        """Find the components of X.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            Not negative but for methods for data of any sign. NaN, and NA of a frame, is an unknown entry, which some methods
            leave out. What a sparse matrix leaves out is 0, unless ``absent="unknown"``.
        y : array of shape (n_samples,), default=None
            Classes of the samples, whole numbers or text; -1, None, NaN and NA where unknown ("NA" and "" are classes): for the
            methods that learn from labels; others ignore it.
        W : array of shape (n_samples, n_components), default=None
            The coefficients to begin with, for ``init="custom"``.
        H : array of shape (n_components, n_features), default=None
            The components to begin with.

        Returns
        -------
        self : NMF
            The fitted estimator.

        Raises
        ------
        ValueError
            X or a parameter is not what the method takes; the text says what to do.
        """
        self._fit(X, y, W, H)
        return self

    def fit_transform(self, X: Any, y: Any = None, W: Any = None, H: Any = None) -> NDArray[Any]:
        """Find the components of X, and return its coefficients.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            As `fit` has it.
        y : array of shape (n_samples,), default=None
            As `fit` has it.
        W : array of shape (n_samples, n_components), default=None
            As `fit` has it.
        H : array of shape (n_components, n_features), default=None
            As `fit` has it.

        Returns
        -------
        coefficients : ndarray of shape (n_samples, n_components)
            Those of the run.
        """
        return self._fit(X, y, W, H)

    def transform(self, X: Any) -> NDArray[Any]:
        """Return the coefficients of new samples for the components.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            As `fit` has it.

        Returns
        -------
        coefficients : ndarray of shape (n_samples, n_components)
            Each sample is projected by itself.
        """
        return self._project(X)[0]

    def inverse_transform(self, X: Any) -> NDArray[Any]:
        """Return the samples that coefficients stand for.

        Parameters
        ----------
        X : array of shape (n_samples, n_components)
            Coefficients, as `transform` returns them.

        Returns
        -------
        X_original : ndarray of shape (n_samples, n_features)
            Their product with the components.
        """
        self._check_fitted()
        coefficients = Matrix(X).values
        if coefficients.shape[1] != self.n_components_:
            raise ValueError(
                f"X has {coefficients.shape[1]} columns, want the {self.n_components_} coefficients of each sample, as transform returns them"
            )
        return coefficients @ self.components_  # type: ignore[no-any-return]

    def score(self, X: Any, y: Any = None) -> float:
        """Return how much of X the components explain.

        It rises with the number of components, on new samples too: choose that number by `nmfrepro.rank`.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            As `fit` has it.
        y : None, default=None
            Ignored.

        Returns
        -------
        score : float
            1 less the squared error by the squared norm of X, over the known entries; 1 is a perfect fit.
        """
        matrix, report = self._project(X)[1:]
        norm = matrix.squared_norm()
        return float(1.0 - report["squared_error"] / norm if norm else 0.0)

    def _matrix(self, X: Any) -> Matrix:
        return Matrix(X, self.layer if is_annotated(X) else None)  # new samples may come as an array

    def _fit(self, X: Any, y: Any, W: Any, H: Any) -> NDArray[Any]:
        matrix = self._matrix(X)
        check_features(self, X, matrix, reset=True)
        fixed = None if self.fixed is None else components_of(self.fixed, "fixed", matrix)
        components = self._components(matrix, W, H, fixed)
        init, seed = init_of(self.init), self._seed()
        solver, options = self._method(matrix)
        samples = matrix.samples
        if "graph" in options:
            options["graph"] = aligned(options["graph"], "graph", samples, samples)
        y, W = aligned(y, "y", samples), aligned(W, "W", samples)
        H = aligned(H, "H", getattr(W, "columns", None), matrix.features)
        with private_folder() as folder:
            arguments = [
                "factorize",
                "--quiet",
                "--solver",
                solver,
                "--input",
                matrix.write(folder),
                "--transpose",
                "--rank",
                str(components),
                "--iterations",
                str(whole("max_iter", self.max_iter)),
                "--tol",
                str(number("tol", self.tol)),
                "--every",
                str(EVERY if self.tol else max(self.max_iter, 1)),
                "--starts",
                str(whole("n_starts", self.n_starts)),
                "--seed",
                str(seed),
                "--format",
                "npy",
                "--out",
                folder,
                *self._reading(options),
                *given(options, folder),
                *self._labels(solver, options, y, matrix, folder),
                *self._start(init, W, H, folder),
                *self._fixed(init, fixed, folder),
            ]
            init, report = self._run(arguments, init, matrix, solver, folder)
            if not report["basis"]:
                raise ValueError(
                    f"solver {solver!r} returns clusters or an embedding, and no basis that transform could use, with these options. "
                    f"Run it by nmfrepro factorize --solver {solver}, or take another"
                )
            self.components_ = np.ascontiguousarray(loaded(folder, report["basis"]).T, dtype=matrix.dtype)
            coefficients = np.ascontiguousarray(loaded(folder, "H").T, dtype=matrix.dtype)
        for gone in ("input", "fixed"):
            report.pop(gone, None)
        self._features = names_of(matrix.features)
        self.shares_ = shares(self.components_, coefficients)
        self.init_, self.run_ = init, report
        self.n_components_ = self.components_.shape[0]
        self.n_iter_ = report["iterations"]
        self.objective_ = report["objective"]
        error = report["squared_error"]
        self.reconstruction_err_ = float("nan" if error is None else np.sqrt(error))
        return coefficients

    def _run(
        self, arguments: list[str], init: str, matrix: Matrix, solver: str, folder: str
    ) -> tuple[str, dict[str, Any]]:
        """Run a factorisation, by another initialisation where X or the method does not allow this one."""
        try:
            try:
                run(*arguments, *([] if init == "custom" else ["--init", init]))
            except Refused as err:
                if init not in ("nndsvd", "nndsvda") or err.code != USAGE:
                    raise
                init = "scaled"
                run(*arguments, "--init", init)
                warn_of(f"init={self.init!r} cannot be had, and 'scaled' was taken ({str(err).partition(': ')[2]})", once="init")
        except Refused as err:
            raise ValueError(self._explained(err, matrix, solver)) from None
        report = report_of(folder)
        for note in notes_of(report, matrix, leave=("limit",)):  # of which the warning below says more
            if note.kind not in COMMON:
                warn_of(note.text, note.category, once=note.once)
        if report["status"] == "max-iterations" and self.tol:
            warn_of(
                f"{solver} did not converge to tol={self.tol} in max_iter={self.max_iter} iterations{last_change(folder)}; raise one of them",
                ConvergenceWarning,
            )
        return init, report

    def _project(self, X: Any) -> tuple[NDArray[Any], Matrix, dict[str, Any]]:
        """Return the coefficients of new samples, these samples, and what the program reports."""
        self._check_fitted()
        matrix = self._matrix(X)
        check_features(self, X, matrix, reset=False)
        self._check_names(matrix)
        solver = self.run_["solver"]
        unknown = self._takes(solver)[1]
        if not unknown and (fault := matrix.fault(signed=True, unknown=False)) is not None:
            raise ValueError(f"{fault}, which solver {solver!r} does not take")
        with private_folder() as folder:
            model, out = Path(folder, "model"), Path(folder, "out")
            model.mkdir()
            np.save(model / (self.run_["basis"] + ".npy"), self.components_.T)
            (model / "run.json").write_text(json.dumps(self.run_), encoding="utf-8")
            try:
                run(
                    "project",
                    "--quiet",
                    "--model",
                    str(model),
                    "--input",
                    matrix.write(folder),
                    "--transpose",
                    *(self._reading(self._options()) if is_sparse(matrix.values) else []),
                    "--format",
                    "npy",
                    "--out",
                    str(out),
                )
            except Refused as err:
                raise ValueError(self._explained(err, matrix, solver)) from None
            coefficients = np.ascontiguousarray(loaded(out, "H").T, dtype=matrix.dtype)
            report = report_of(out)
        for note in notes_of(report, matrix):
            if note.kind not in COMMON:
                warn_of(note.text, note.category, once=note.once)
        return coefficients, matrix, report

    def _method(self, matrix: Matrix) -> tuple[str, dict[str, Any]]:
        """Return the solver for the loss, with its options."""
        strange = [name for name in vars(self) if name.endswith("_") and name not in FITTED and not name.startswith("_")]
        if strange:
            raise TypeError(f"NMF has no option {strange[0]!r}; options are set by NMF(...) or set_params")
        options = self._options()
        loss = loss_of(self.loss)
        if "beta_loss" in options:
            given_loss = loss_of(options.pop("beta_loss"))
            if loss is not None and loss != given_loss:
                raise ValueError(f"loss={self.loss!r} and beta_loss={given_loss!r} are given; drop one of them")
            loss = given_loss
        solver = solver_of(self.solver) if isinstance(self.solver, str) else self.solver
        if not isinstance(solver, str):
            raise ValueError(f"solver={self.solver!r}, want the name of a method, as 'hals'")
        solver = self._of_loss(solver, loss, options)
        weights = {name: options.pop(name) for name in PENALTIES if name in options}
        if weights:
            known = {o["name"] for o in catalog().get(solver, {}).get("options") or []}
            if not {"l1-w", "l2-h"} <= known:
                raise ValueError(f"solver {solver!r} takes no penalties {', '.join(weights)}; hals, nmf and nmf-kl do")
            twice = [name for name in ("l1_w", "l1_h", "l2_w", "l2_h") if name in options]
            if twice:
                raise ValueError(f"{twice[0]} and {next(iter(weights))} are two penalties; drop one of them")
            options |= penalties(
                weights.get("alpha_W", 0.0), weights.get("alpha_H", "same"), weights.get("l1_ratio", 0.0), matrix.shape, catalog()[solver]["loss"] == "frobenius"
            )
        self._check_options(solver, options)
        return solver, options

    def _check_options(self, solver: str, options: dict[str, Any]) -> None:
        """Leave out what asks for nothing, and name what an option that there is not may be."""
        options.pop("verbose", None)  # a fit says nothing
        if "shuffle" in options and not options["shuffle"]:
            options.pop("shuffle")  # no method goes by chance through features
        if not options or solver not in catalog():
            return
        known = {o["name"].replace("-", "_") for o in catalog()[solver]["options"] or []} | {*FILES, *FLAGS, "normalize"}
        for name in set(options) - known:
            meant = elsewhere(name, [*PARAMETERS, *PENALTIES, *sorted(known)])
            if meant:
                raise ValueError(f"NMF has no option {name}{meant}")

    def _of_loss(self, solver: str, loss: Any, options: dict[str, Any]) -> str:
        """Return the method of the family of a solver that minimises a loss."""
        if loss is None:
            return solver
        names = catalog()
        own = names.get(solver, {"loss": "", "family": {}})
        family = {**(own["family"] or {}), own["loss"]: solver}  # the methods of the family by their losses
        fitting = [name for minimised in (loss, "beta") for name, entry in names.items() if entry["loss"] == minimised]
        if isinstance(loss, (int, float)) and not isinstance(loss, bool):
            if "beta" in family:
                options.setdefault("beta", loss)
                return str(family["beta"])
            raise ValueError(f"loss={loss!r}: only {', '.join(fitting)} minimises this divergence, and solver={solver!r}")
        if not isinstance(loss, str) or loss not in BETAS:
            raise ValueError(f"loss={self.loss!r}, want None or one of {', '.join(map(repr, BETAS))}")
        if solver not in names:
            return solver  # the program refuses it, with the nearest name
        if own["loss"] == "beta":
            if options.setdefault("beta", BETAS[loss]) != BETAS[loss]:
                raise ValueError(f"loss={loss!r} is beta={BETAS[loss]}, and beta={options['beta']} is given; drop one of them")
            return solver
        if loss in family:
            return str(family[loss])
        if loss == "itakura-saito" and "beta" in family:
            options["beta"] = BETAS[loss]
            return str(family["beta"])
        raise ValueError(f"solver {solver!r} does not minimise loss={loss!r}; these do: {', '.join(fitting)}. loss=None is its own")

    def _components(self, matrix: Matrix, W: Any, H: Any, fixed: NDArray[Any] | None) -> int:
        """Return the number of components, that of W, H or `fixed` where it is to be found out."""
        count = self.n_components
        if count is None or isinstance(count, str) and count == "auto":
            sides = [np.shape(W)[1] if np.ndim(W) == 2 else 0, np.shape(H)[0] if np.ndim(H) == 2 else 0]
            if not any(sides) and fixed is None:
                raise ValueError(f"n_components={count!r} is that of W or H, and fit was given neither; nmfrepro.rank finds it")
            count = max(sides) if any(sides) or fixed is None else len(fixed)
        if not isinstance(count, Integral) or isinstance(count, bool) or count < 1:
            raise ValueError(f"n_components={count!r}, want a whole number ≥ 1")
        if int(count) > max(matrix.shape):
            samples, features = matrix.shape
            raise ValueError(
                f"n_components={count} is above both sides of X, {samples} samples × {features} features; want at most "
                f"{max(matrix.shape)}, and at most {min(matrix.shape)} where components are to mean something"
            )
        if fixed is not None and len(fixed) > count:
            raise ValueError(f"fixed holds {len(fixed)} components, and n_components={count}; want at most {count}")
        return int(count)

    def _check_names(self, matrix: Matrix) -> None:
        """Refuse a frame whose columns have other names than that of fit, whatever kind of names they are."""
        here, then = names_of(matrix.features), getattr(self, "_features", None)
        if here is None or then is None or here == then:
            return
        lacking, foreign = [n for n in then if n not in here], [n for n in here if n not in then]
        what = f"X lacks {lacking[:3]} and has {foreign[:3]}" if lacking or foreign else "they are in another order"
        raise ValueError(f"The feature names should match those that were passed during fit: {what}; select them by X[names]")

    def _seed(self) -> int:
        if self.random_state is None:
            return 1
        if isinstance(self.random_state, Integral) and not isinstance(self.random_state, (bool, np.bool_)) and int(self.random_state) >= 0:
            return int(self.random_state)
        for draw in ("integers", "randint"):  # of a Generator, of a RandomState
            if hasattr(self.random_state, draw):
                return int(getattr(self.random_state, draw)(2**31 - 1))
        raise ValueError(
            f"random_state={self.random_state!r}, want None, a whole number ≥ 0, a RandomState or a Generator"
        )

    def _reading(self, options: dict[str, Any]) -> list[str]:
        """Return the flags that say how X is to be read, and take them out of the options."""
        return [word for name in FLAGS if options.get(name) is not None for word in ("--" + name, str(options.pop(name)))]

    def _labels(self, solver: str, options: dict[str, Any], y: Any, matrix: Matrix, folder: str) -> list[str]:
        """Return the flag of the classes of the samples, for a method that learns from them."""
        takes = {} if y is None else catalog().get(solver, {}).get("takes", {})
        if not takes.get("labels") or takes["graph"] and options.get("graph") != "supervised":
            return []
        path = str(Path(folder, "labels-of-samples.npy"))
        np.save(path, labels(y, matrix.shape[0]))
        return ["--labels", path]

    def _start(self, init: str, W: Any, H: Any, folder: str) -> list[str]:
        """Return the flags of the factors to begin with."""
        if init != "custom":
            if W is not None or H is not None:
                raise ValueError(f"W and H are given, and init={init!r}; say init='custom' to begin with them")
            return []
        if W is None or H is None:
            raise ValueError(
                "init='custom' needs both W, samples × components, and H, components × features: fit(X, W=W0, H=H0)"
            )
        flags = []
        for flag, name, factor in (("--w0", "W0.npy", H), ("--h0", "H0.npy", W)):  # the program has features in rows
            path = str(Path(folder, name))
            np.save(path, factor_of("W" if factor is W else "H", factor).T)
            flags += [flag, path]
        return flags

    def _fixed(self, init: str, fixed: NDArray[Any] | None, folder: str) -> list[str]:
        """Return the flag of the components that stay as they are."""
        if fixed is None:
            return []
        if init == "custom":
            raise ValueError("fixed and init='custom' both say what components are; drop one of them")
        path = str(Path(folder, "fixed.npy"))
        np.save(path, fixed.T)  # the program has features in rows
        return ["--fixed", path]

    def _explained(self, err: Refused, matrix: Matrix, solver: str) -> str:
        """Return what the program said in the words of this class, after the entry that is to blame."""
        text = in_places(in_our_words(str(err)), matrix)
        fault = matrix.fault(*self._takes(solver))
        if fault is None:
            return text
        if fault.what == "negative":
            return f"{fault}; shift or clip them, or take a solver for data of any sign: {', '.join(signed())}"
        return f"{fault}\nnmfrepro {text}"

    def _takes(self, solver: str) -> tuple[bool, bool]:
        """Tell whether a method takes entries below 0, and unknown ones."""
        entry = catalog().get(solver, {"takes": {"masked": False}})
        graph = next((o["default"] for o in entry.get("options") or [] if o["name"] == "graph"), None)
        neighbours = self._options().get("graph", graph)  # are found among samples that are known
        return bool(entry["takes"].get("signed_always")), entry["takes"]["masked"] and not (
            isinstance(neighbours, str) and neighbours in NEIGHBOURS
        )

    def _check_fitted(self) -> None:
        if not hasattr(self, "components_"):
            raise NotFittedError(
                f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator."
            )

    @property
    def _n_features_out(self) -> int:
        return int(self.components_.shape[0])

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn to 1.5
        signed, unknown = self._takes(self.solver)
        return {"requires_positive_X": not signed, "allow_nan": unknown, "preserves_dtype": [np.float64, np.float32]}

    def __sklearn_tags__(self) -> Any:  # and from 1.6
        tags = super().__sklearn_tags__()
        signed, unknown = self._takes(self.solver)
        tags.input_tags.positive_only, tags.input_tags.allow_nan, tags.input_tags.sparse = not signed, unknown, True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def signed() -> list[str]:
    """Name the methods that take entries below 0 whatever their options, and leave a basis."""
    return [name for name, entry in catalog().items() if entry["takes"]["signed_always"] and entry["takes"]["basis"]]


def factor_of(name: str, value: Any) -> NDArray[np.float64]:
    """Return a factor to begin with as an array.

    Raises
    ------
    ValueError
        It holds an entry that is unknown, or is masked.
    """
    array = np.asarray(Matrix(value).values.toarray() if is_sparse(value) else Matrix(value).values, dtype=np.float64)
    unknown = np.argwhere(np.isnan(array))
    if len(unknown):
        row, column = unknown[0].tolist()
        raise ValueError(f"{name}[{row}, {column}] is unknown (NaN, or masked), want a number ({len(unknown)} in all)")
    return array


def loaded(folder: str | Path, name: str) -> NDArray[Any]:
    """Return a matrix that the program wrote to a folder."""
    try:
        return np.load(Path(folder, name + ".npy"))  # type: ignore[no-any-return]
    except (OSError, ValueError) as err:
        raise ProgramError(f"the program ended without an error and left no {name} ({err}); is it nmfrepro?") from err


def shares(components: NDArray[Any], coefficients: NDArray[Any]) -> NDArray[Any]:
    """Return the share of each component in the sum of the product of the factors."""
    if (components < 0).any() or (coefficients < 0).any():
        return np.full(len(components), np.nan)
    sums = components.sum(axis=1, dtype=np.float64) * coefficients.sum(axis=0, dtype=np.float64)
    return sums / (sums.sum() or 1.0)  # type: ignore[no-any-return]


def last_change(folder: str) -> str:
    """Say by how much the last iterations changed the objective."""
    try:
        with open(Path(folder, "trace.csv"), newline="", encoding="utf-8") as lines:
            trace = [(int(row["iteration"]), float(row["objective"])) for row in csv.DictReader(lines)][-2:]
        (before, was), (after, now) = trace
    except (OSError, ValueError, KeyError):
        return ""
    return f" (the last {after - before} changed the objective by {abs(was - now) / (abs(was) or 1):.2g} of it)"


def given(options: dict[str, Any], folder: str) -> list[str]:
    """Return the flags of the options of a method, those that are matrices in files of the folder."""
    flags = []
    for name, value in options.items():
        if name in FILES and not isinstance(value, str):
            flags += [FILES[name], written(name, value, folder)]
            continue
        if value is None:
            continue  # its default
        if isinstance(value, str) and re.fullmatch(r"\s*[-+]?[0-9][0-9_.eExXoObBaAcCdDfF+-]*\s*", value):
            raise ValueError(f"{name}={value!r} is text, want a number")
        if not isinstance(value, (str, int, float, bool, np.number, np.bool_)):
            raise ValueError(f"{name} is a {type(value).__name__}, want a number, text, True or False")
        text = str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)
        flags += ["--set", f"{name.replace('_', '-')}={text}"]
    return flags


def written(name: str, value: Any, folder: str) -> str:
    """Write an option that is a matrix, and return the path of its file."""
    if name == "graph":
        inner = Path(folder, "graph")
        inner.mkdir()
        return Matrix(value).write(str(inner))
    triplets = np.asarray(value)
    if triplets.ndim != 2 or triplets.shape[1] != 3 or triplets.dtype.kind not in "iu" or triplets.min(initial=0) < 0:
        raise ValueError(
            f"{name} of shape {triplets.shape} and type {triplets.dtype}, want whole numbers q, r, s ≥ 0 in each row"
        )
    path = str(Path(folder, name + ".csv"))
    np.savetxt(path, triplets + 1, fmt="%d", delimiter=",")
    return path
