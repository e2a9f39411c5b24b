"""Non-negative matrix factorisation by the methods of the program nmfrepro.

`NMF` is a transformer as scikit-learn has them, for every method that leaves a basis and coefficients. `rank` asks how many
components a matrix has, `consensus` finds those that many runs have in common, `project` finds the coefficients of samples for
components that are given. `verify` says whether a paper replicates, `explain` why a number differs, `table` gives its cells beside
the reported numbers, and `compare` says which of its methods are better. The program itself is in the package, and on the command line as ``nmfrepro``.

Examples
--------
>>> import numpy as np, nmfrepro
>>> X = np.array([[1.0, 2, 0], [2, 4, 0], [0, 0, 3], [1, 2, 3]])
>>> nmf = nmfrepro.NMF(n_components=2, random_state=0)
>>> coefficients = nmf.fit_transform(X)
>>> np.abs(coefficients @ nmf.components_ - X).max() < 0.01
True
"""
from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._commands import Columns as Columns, Consensus as Consensus, consensus as consensus, rank as rank, solvers as solvers
    from ._nmf import NMF as NMF
    from ._papers import Comparison as Comparison, Explanation as Explanation, Verification as Verification
    from ._papers import compare as compare, explain as explain, table as table, verify as verify
    from ._project import Projection as Projection, project as project

__all__ = ["NMF", "compare", "consensus", "explain", "project", "rank", "solvers", "table", "verify"]

try:
    __version__ = metadata.version("nmfrepro")
except metadata.PackageNotFoundError:  # run from the sources
    __version__ = "0.dev0"


def __getattr__(name: str) -> Any:
    # NumPy and scikit-learn are imported when they are needed, so that the command starts at once.
    if name == "NMF":
        from ._nmf import NMF

        return NMF
    if name == "project":
        from ._project import project

        return project
    if name in ("compare", "explain", "table", "verify"):
        from . import _papers

        return getattr(_papers, name)
    if name in __all__:
        from . import _commands

        return getattr(_commands, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
