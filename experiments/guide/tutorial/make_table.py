"""The table of a small paper: clustering by two rules of NMF. python3 make_table.py iris.csv wine_data.csv > results.tex"""
import sys
from itertools import permutations

import numpy as np

RUNS, STEPS = 10, 200


def read(path):
    rows = np.loadtxt(path, delimiter=",", skiprows=1)
    x, y = rows[:, :-1], rows[:, -1].astype(int)
    return x.T, y


def mu(x, w, h):
    h *= (w.T @ x) / (w.T @ w @ h + 1e-12)
    w *= (x @ h.T) / (w @ h @ h.T + 1e-12)


def hals(x, w, h):
    rows(h, w.T @ w, w.T @ x)
    rows(w.T, h @ h.T, h @ x.T)


def rows(a, b, c):
    for k in range(len(a)):
        a[k] = np.maximum(a[k] + (c[k] - b[k] @ a) / (b[k, k] + 1e-12), 1e-12)


def accuracy(clusters, y):
    return 100 * max(np.mean(np.array(p)[clusters] == y) for p in permutations(range(3)))


def main():
    print("\\begin{table}\n\\caption{Clustering accuracy (\\%), mean and deviation of 10 runs}\n\\begin{tabular}{lcc}\n\\toprule\nData & MU & HALS \\\\ \\midrule")
    means = []
    for name, path in zip(("iris", "wine"), sys.argv[1:]):
        x, y = read(path)
        cells = []
        for step in mu, hals:
            scores = []
            for run in range(RUNS):
                rng = np.random.default_rng(run)
                w, h = rng.random((len(x), 3)), rng.random((3, x.shape[1]))
                for _ in range(STEPS):
                    step(x, w, h)
                scores.append(accuracy((h * np.linalg.norm(w, axis=0)[:, None]).argmax(0), y))
            cells.append((np.mean(scores), np.std(scores, ddof=1)))
        means.append([m for m, _ in cells])
        best = max(means[-1])
        print(name, *("%s $\\pm$ %.2f" % ("\\textbf{%.2f}" % m if m == best else "%.2f" % m, s) for m, s in cells), sep=" & ", end=" \\\\\n")
    print("Average", *("%.2f" % m for m in np.mean(means, 0)), sep=" & ", end=" \\\\\n")
    print("\\bottomrule\n\\end{tabular}\n\\end{table}")


main()
