"""Writes ranks.json, which ranks_test.go compares with: python3 ranks.py > ranks.json. Ranks are permuted by brute force, and the
Bayesian signed-rank test is drawn as its authors define it, over all pairs."""
import itertools, json
import numpy as np, scipy
from scipy import stats

rng = np.random.default_rng(20261128)
out = {"tool": f"scipy {scipy.__version__}, numpy {np.__version__}"}


def statistic(ranks):
    return ((ranks.sum(axis=0)) ** 2).sum()


out["friedman"] = []
for n, k, digits in [(3, 2, 3), (6, 2, 3), (3, 3, 3), (4, 3, 1), (2, 4, 3), (3, 4, 1), (2, 5, 3), (5, 3, 1), (7, 2, 0)]:
    x = (rng.normal(0, 0.3, (n, k)) + np.linspace(0, 0.5, k)).round(digits)
    ranks = np.array([stats.rankdata(-r) for r in x])
    if (ranks == (k + 1) / 2).all():
        continue
    seen, far, reach = statistic(ranks), 0, []
    for rows in itertools.product(*[list(itertools.permutations(r)) for r in ranks]):
        rows = np.array(rows)
        far += statistic(rows) >= seen - 1e-9
        reach.append(np.ptp(rows.mean(axis=0)))
    reach = np.array(reach).round(9)
    critical = min([v for v in np.unique(reach) if (reach >= v).mean() <= 0.05], default=None)
    out["friedman"].append({"scores": x.tolist(), "p": far / len(reach), "critical": critical, "exact": True})
for n, k in [(12, 4), (12, 17), (8, 6), (14, 28)]:
    x = rng.normal(0, 0.3, (n, k)) + np.linspace(0, 0.3, k)
    ranks = np.array([stats.rankdata(-r) for r in x])
    far, reach, times = 0, [], 40_000
    for _ in range(times):
        rows = rng.permuted(ranks, axis=1)
        far += statistic(rows) >= statistic(ranks)
        reach.append(np.ptp(rows.mean(axis=0)))
    out["friedman"].append({"scores": x.tolist(), "p": far / times, "critical": float(np.quantile(reach, 0.95)), "exact": False})

out["posterior"] = []
for n, mean, region in [(3, 0.05, 0.01), (6, 0.01, 0.02), (12, 0.02, 0.01), (20, 0.0, 0.02), (12, -0.05, 0.0), (5, 0.0, 0.1)]:
    d = rng.normal(mean, 0.04, n).round(4)
    z = np.concatenate([[0], d])
    pairs = z[:, None] + z[None, :]
    w = rng.dirichlet(np.concatenate([[0.5], np.ones(n)]), 100_000)
    worse, better = [np.einsum("ri,ij,rj->r", w, (m).astype(float), w) for m in (pairs < -2 * region, pairs > 2 * region)]
    winner = np.argmax(np.array([worse, 1 - worse - better, better]), axis=0)
    out["posterior"].append({"d": d.tolist(), "region": region, "p": [float((winner == i).mean()) for i in range(3)]})

json.dump(out, __import__("sys").stdout, separators=(",", ":"), default=float)
