"""What an estimator needs of scikit-learn, and what stands in its place where scikit-learn is not installed."""
from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np

__all__ = [
    "BaseEstimator",
    "ClassNamePrefixFeaturesOutMixin",
    "ConvergenceWarning",
    "NotFittedError",
    "TransformerMixin",
    "check_features",
    "warn_of",
]

try:
    from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
    from sklearn.exceptions import ConvergenceWarning, NotFittedError
except ImportError:

    class ConvergenceWarning(UserWarning):  # type: ignore[no-redef]
        """A run ended before it converged."""

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """A method was called that needs fit before."""

    class BaseEstimator:  # type: ignore[no-redef]
        """An estimator whose checks of features are those of scikit-learn in short."""

        def __repr__(self) -> str:
            return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.get_params().items())})"  # type: ignore[attr-defined]

        def _check_n_features(self, X: Any, reset: bool) -> None:
            if reset:
                self.n_features_in_ = X.shape[1]
            elif X.shape[1] != self.n_features_in_:
                raise ValueError(
                    f"X has {X.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input"
                )

        def _check_feature_names(self, X: Any, reset: bool) -> None:
            columns = getattr(X, "columns", None)
            names = (
                None
                if columns is None or not all(isinstance(c, str) for c in columns)
                else np.asarray(list(columns), dtype=object)
            )
            known = getattr(self, "feature_names_in_", None)
            if reset:
                if names is not None:
                    self.feature_names_in_ = names
                elif known is not None:
                    del self.feature_names_in_
            elif names is not None and known is not None and list(names) != list(known):
                raise ValueError("The feature names should match those that were passed during fit, in their order")

    class TransformerMixin:  # type: ignore[no-redef]
        """Nothing: output is in arrays."""

    class ClassNamePrefixFeaturesOutMixin:  # type: ignore[no-redef]
        """The names of the components."""

        def get_feature_names_out(self, input_features: Any = None) -> Any:
            return np.asarray([f"{type(self).__name__.lower()}{k}" for k in range(self._n_features_out)], dtype=object)  # type: ignore[attr-defined]


def check_features(estimator: Any, X: Any, matrix: Any, reset: bool) -> None:
    """Compare the number of features and their names with those of fit, or keep them if `reset`."""
    try:
        from sklearn.utils.validation import validate_data  # 1.6 and later
    except ImportError:
        estimator._check_feature_names(X, reset=reset)
        estimator._check_n_features(matrix, reset=reset)
    else:
        validate_data(estimator, X, reset=reset, skip_check_array=True)


# TOLD are the lines of callers that were warned of something once.
TOLD: set[tuple[str, str, int]] = set()


def warn_of(text: str, category: type[Warning] = UserWarning, once: str = "") -> None:
    """Warn at the line that called this package, through scikit-learn or not; of what `once` names a line is warned once."""
    level, caller = 1, sys._getframe()
    while caller.f_back is not None and caller.f_globals.get("__name__", "").split(".")[0] in ("nmfrepro", "sklearn"):
        level, caller = level + 1, caller.f_back
    line = (once, caller.f_code.co_filename, caller.f_lineno)
    if once and line in TOLD:
        return
    TOLD.add(line)
    warnings.warn(text, category, stacklevel=level)
