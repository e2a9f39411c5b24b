"""Write oracle.json: coefficients of samples for given components, by SciPy and scikit-learn. python3 make.py > oracle.json"""

import json

import numpy as np
from scipy.optimize import nnls
from sklearn.decomposition import non_negative_factorization

rng = np.random.default_rng(5)
basis = np.round(rng.gamma(1.0, 1.0, (12, 3)) + 0.01, 4)
X = np.round(basis @ rng.gamma(1.0, 1.0, (3, 7)) * rng.uniform(0.7, 1.3, (12, 7)) + 0.01, 4)


def fit(loss):
    """Return H (3 x 7) that minimises a loss, by multiplicative updates from a positive start."""
    beta = {"kullback-leibler": 1, "itakura-saito": 0}[loss]
    usage, _, _ = non_negative_factorization(
        X.T, W=np.ones((7, 3)), H=basis.T.copy(), n_components=3, init="custom", update_H=False, solver="mu", beta_loss=beta, tol=0, max_iter=200000
    )
    return usage.T


out = {
    "basis": basis.tolist(),
    "X": X.tolist(),
    "H": {
        "frobenius": np.array([nnls(basis, x)[0] for x in X.T]).T.tolist(),
        "kullback-leibler": fit("kullback-leibler").tolist(),
        "itakura-saito": fit("itakura-saito").tolist(),
    },
}
print(json.dumps(out))
