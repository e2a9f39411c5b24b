"""Writes held.json: coefficients for a basis that stays, of scikit-learn's non_negative_factorization(update_H=False).

Run with scikit-learn 1.2 as: python3 make.py > held.json
"""
import json
import sys
import warnings

import numpy as np
from sklearn.decomposition import non_negative_factorization

warnings.simplefilter("ignore")
rng = np.random.default_rng(20)
basis = rng.random((12, 4)) + 0.05
x = (rng.random((12, 4)) @ rng.random((4, 9)) + basis @ rng.random((4, 9))) * (0.8 + 0.4 * rng.random((12, 9)))
out = {"x": x.tolist(), "basis": basis.tolist(), "h": {}}
for name, loss in ("nmf", "frobenius"), ("nmf-kl", "kullback-leibler"), ("beta-nmf", "itakura-saito"):
    h, _, _ = non_negative_factorization(
        np.ascontiguousarray(x.T), H=np.ascontiguousarray(basis.T), n_components=4, init="random", update_H=False,
        solver="mu", beta_loss=loss, tol=0, max_iter=20000, random_state=0)
    out["h"][name] = h.tolist()
json.dump(out, sys.stdout)
