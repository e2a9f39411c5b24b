"""Writes sklearn.json: coefficients of new samples by scikit-learn, for TestProjectScikitLearn.

    python3 generate.py > sklearn.json      # scikit-learn 1.2.1, NumPy 1.24.2

Both NMF.transform and non_negative_factorization(update_H=False) are asked; the lower objective is kept, and the two must
agree to 1e-9 of it. With an L1 penalty and the divergence they do not minimise it: their loop keeps the column sums that are the
denominator, and adds the penalty to them once more in every iteration (_multiplicative_update_w, version 1.2.1). There its own
update is called with fresh sums. scikit-learn has samples in rows: its X is our Xᵀ, its H our Wᵀ, and its W our Hᵀ.
"""
import json
import sys
import warnings

import numpy
import sklearn
from sklearn.decomposition import NMF, non_negative_factorization
from sklearn.decomposition._nmf import _beta_divergence, _multiplicative_update_w

warnings.simplefilter("ignore")  # that the tolerance was not met: it is set out of reach
rng = numpy.random.RandomState(20261124)
features, samples, rank = 14, 9, 4
basis = rng.gamma(1.0, 1.0, (rank, features))
basis[rng.uniform(size=basis.shape) < 0.2] = 0
basis[0, :] += 0.1
counts = rng.poisson(rng.gamma(1.0, 2.0, (samples, rank)) @ basis).astype(float)
positive = rng.gamma(1.0, 2.0, (samples, rank)) @ basis * rng.gamma(8.0, 1 / 8, (samples, features)) + 0.01


def objective(x, h, beta, alpha, ratio):
    """What scikit-learn minimises; it adds the penalties of its W times the number of features."""
    l1, l2 = features * alpha * ratio, features * alpha * (1 - ratio)
    return _beta_divergence(x, h, basis, beta) + l1 * h.sum() + l2 / 2 * (h * h).sum()


def fresh(x, beta, alpha, ratio):
    """scikit-learn's own update of its W, without what it keeps from one iteration to the next."""
    h = numpy.full((samples, rank), numpy.sqrt(x.mean() / rank))
    for _ in range(20000):
        h = _multiplicative_update_w(x, h, basis, beta, features * alpha * ratio, features * alpha * (1 - ratio), 1.0)[0]
    return h


cases = []
for loss, beta, x, name, alpha, ratio in [
    ("frobenius", 2, counts, "counts", 0, 0),
    ("frobenius", 2, positive, "positive", 0, 0),
    ("frobenius", 2, counts, "counts", 0.3, 1),
    ("frobenius", 2, counts, "counts", 0.3, 0),
    ("frobenius", 2, positive, "positive", 0.1, 0.4),
    ("kullback-leibler", 1, counts, "counts", 0, 0),
    ("kullback-leibler", 1, positive, "positive", 0, 0),
    ("kullback-leibler", 1, counts, "counts", 0.05, 1),
    ("kullback-leibler", 1, counts, "counts", 0.05, 0),
    ("kullback-leibler", 1, positive, "positive", 0.03, 0.4),
    ("itakura-saito", 0, positive, "positive", 0, 0),
]:
    settings = dict(
        solver="cd" if beta == 2 else "mu", beta_loss=loss, tol=1e-15, max_iter=200000, alpha_W=alpha, alpha_H=0, l1_ratio=ratio,
    )
    model = NMF(rank, init="random", random_state=0, **{**settings, "max_iter": 1}).fit(x)
    model.components_, model.max_iter = basis, settings["max_iter"]
    by_transform = model.transform(x)
    by_function, _, _ = non_negative_factorization(x, H=basis, n_components=rank, init="custom", update_H=False, **settings)
    both = (by_transform, by_function)
    if beta == 1 and alpha * ratio > 0:
        both = (fresh(x, beta, alpha, ratio),) * 2
    found = sorted((objective(x, h, beta, alpha, ratio), h.tolist()) for h in both)
    if not found[1][0] - found[0][0] <= 1e-9 * abs(found[0][0]):
        sys.exit(f"{loss} {name} {alpha} {ratio}: {found[0][0]!r} and {found[1][0]!r} are not one minimum")
    cases.append(dict(loss=loss, data=name, alpha_W=alpha, l1_ratio=ratio, objective=found[0][0], Ht=found[0][1]))

json.dump(
    dict(sklearn=sklearn.__version__, numpy=numpy.__version__, W=basis.T.tolist(), counts=counts.T.tolist(), positive=positive.T.tolist(), cases=cases),
    sys.stdout, indent=None, separators=(",", ":"),
)
print()
