"""Non-negative matrix factorisation with an L1 penalty on H: the method is factorise, the rest reads and writes."""
import json
import sys
import time
from pathlib import Path

import numpy as np

TINY = 1e-150  # keeps denominators above 0; too small to matter for X of any scale


def factorise(X, M, W, H, alpha, iterations):
    """Minimises ½‖M.*(X - W·H)‖² + alpha·ΣH by multiplicative updates, H first; M is 1 where X is known."""
    for _ in range(iterations):
        H = H * (W.T @ X) / np.maximum(W.T @ (M * (W @ H)) + alpha, TINY)
        W = W * (X @ H.T) / np.maximum((M * (W @ H)) @ H.T, TINY)
    return W, H


def answer(path):
    """Does the job of a job.json."""
    job = json.loads(path.read_text())
    load = lambda part: np.load(path.parent / job[part]["path"])
    out = path.parent / job["out"]
    X = load("x")
    M = load("mask") if "mask" in job else 1.0
    X = np.where(M == 0, 0.0, X)  # unknown entries are NaN
    began = time.perf_counter()
    W, H = factorise(X, M, load("w0"), load("h0"), job["options"]["alpha"], job["iterations"])
    seconds = time.perf_counter() - began
    np.save(out / "W.npy", W)
    np.save(out / "H.npy", H)
    result = {"status": "ok", "iterations": job["iterations"], "seconds": seconds, "versions": {"numpy": np.__version__}}
    (out / "result.json").write_text(json.dumps(result))


answer(Path(sys.argv[-1]))
