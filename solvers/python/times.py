"""Measures what a fit costs beside the command, and beside scikit-learn: python3 times.py

Seconds are those of a processor, of this process and of the program that it starts, so that other work on the machine does not
count. One thread each.
"""
from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import resource
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import scipy.sparse as sp
import sklearn.decomposition

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
import nmfrepro
from nmfrepro._program import run

warnings.filterwarnings("ignore")
rng = np.random.default_rng(0)


def seconds(call, times=3):
    """The fewest seconds of a processor of several calls, in this process and in those it started."""
    best = []
    for _ in range(times):
        before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        call()
        after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        best.append([a.ru_utime + a.ru_stime - b.ru_utime - b.ru_stime for a, b in zip(after, before)])
    return min(best, key=sum)


def planted(m, n, r=10):
    return rng.gamma(0.5, size=(m, r)) @ rng.gamma(0.5, size=(r, n)) + 0.05 * rng.random((m, n))


def overhead():
    X = sp.random(10_000, 5_000, density=0.01, random_state=0, format="csr")
    nmf = nmfrepro.NMF(10, init="scaled", max_iter=50, tol=0)
    here, there = seconds(lambda: nmf.fit(X))
    with tempfile.TemporaryDirectory() as folder:
        sp.save_npz(f"{folder}/X.npz", X, compressed=False)
        command = ["factorize", "--quiet", "--solver", "hals", "--input", f"{folder}/X.npz", "--transpose", "--rank", "10", "--iterations", "50"]
        alone = seconds(lambda: run(*command, "--every", "50", "--out", folder))[1]
    print(f"10,000×5,000 sparse, 1 % not zero, rank 10, 50 iterations: fit {here + there:.2f} s, of which {1000 * here:.0f} ms in Python; the command alone {alone:.2f} s: {(here + there) / alone:.2f}x")


def against_sklearn():
    print("| samples × features | rank | iterations | nmfrepro, hals | scikit-learn, cd | nmfrepro, nmf-kl | scikit-learn, mu |\n| --- | --: | --: | --: | --: | --: | --: |")
    for m, n, r, iterations in [(150, 4, 3, 200), (500, 200, 10, 200), (2000, 500, 10, 200), (2000, 1000, 20, 200), (5000, 2000, 20, 100)]:
        X = planted(m, n)
        cells = []
        for solver, loss, name in [("hals", "frobenius", "cd"), ("nmf-kl", "kullback-leibler", "mu")]:
            ours = nmfrepro.NMF(r, solver=solver, init="scaled", max_iter=iterations, tol=0)
            theirs = sklearn.decomposition.NMF(r, init="random", solver=name, beta_loss=loss, max_iter=iterations, tol=0, random_state=0)
            few = 1 if m >= 5000 else 3
            cells += [f"{sum(seconds(lambda: ours.fit(X), few)):.2f}", f"{sum(seconds(lambda: theirs.fit(X), few)):.2f}"]
        print(f"| {m}×{n} | {r} | {iterations} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    overhead()
    against_sklearn()
