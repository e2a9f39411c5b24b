"""Writes penalties.json: scikit-learn's factors with alpha_W, alpha_H and l1_ratio, and its objective there.

Run with scikit-learn 1.2 as: python3 make.py > penalties.json
"""
import json
import sys
import warnings

import numpy as np
from sklearn.decomposition import non_negative_factorization

warnings.simplefilter("ignore")
rng = np.random.default_rng(21)
x = (rng.random((9, 3)) @ rng.random((3, 14))) * (0.8 + 0.4 * rng.random((9, 14)))  # 9 features, 14 samples
w0, h0 = rng.random((14, 3)), rng.random((3, 9))  # of samples × features
out = {"x": x.tolist(), "w0": h0.T.tolist(), "ht0": w0.tolist(), "cases": []}
for loss, solver in ("frobenius", "cd"), ("kullback-leibler", "mu"):
    for alpha_w, alpha_h, ratio in (0.01, 0.02, 0.5), (0.005, 0.005, 0.0), (0.01, 0.03, 1.0):
        w, h, _ = non_negative_factorization(
            np.ascontiguousarray(x.T), W=w0.copy(), H=h0.copy(), n_components=3, init="custom", solver=solver, beta_loss=loss,
            alpha_W=alpha_w, alpha_H=alpha_h, l1_ratio=ratio, tol=0, max_iter=20000)
        y = w @ h
        data = 0.5 * ((x.T - y) ** 2).sum() if solver == "cd" else (x.T * np.log(x.T / y) - x.T + y).sum()
        features, samples = x.shape
        value = data + alpha_w * features * (ratio * w.sum() + (1 - ratio) / 2 * (w**2).sum()) \
            + alpha_h * samples * (ratio * h.sum() + (1 - ratio) / 2 * (h**2).sum())
        out["cases"].append({"loss": loss, "alpha_w": alpha_w, "alpha_h": alpha_h, "l1_ratio": ratio, "value": value,
                             "w": h.T.tolist(), "ht": w.tolist()})
json.dump(out, sys.stdout)
