"""Writes scipy.json, the values that oracle_test.go compares with: python3 oracle.py > scipy.json"""
import itertools, json, warnings
import mpmath, numpy as np, scipy
from scipy import stats

warnings.simplefilter("ignore")
rng = np.random.default_rng(20260101)
mpmath.mp.dps = 40


def t_cdf(t, df):
    """Student's t by the incomplete beta function: scipy's own is good to ten digits at best."""
    tail = mpmath.betainc(mpmath.mpf(df) / 2, 0.5, 0, df / (df + mpmath.mpf(t) ** 2), regularized=True) / 2
    return tail if t <= 0 else 1 - tail


def t_ppf(p, df):
    if p == 0.5:
        return 0.0
    return mpmath.findroot(lambda t: t_cdf(t, df) - p, stats.t.ppf(p, df), solver="secant")


out = {"tool": f"scipy {scipy.__version__}, numpy {np.__version__}, mpmath {mpmath.__version__}"}

dfs = [0.5, 1, 1.7, 2, 4, 9.3, 30, 250, 1e5]
out["t_cdf"] = [[t, df, t_cdf(t, df)] for df in dfs for t in [-30, -3.1, -1, -0.01, 0, 0.5, 2.2, 7]]
out["t_quantile"] = [[p, df, t_ppf(p, df)] for df in dfs for p in [1e-6, 0.001, 0.025, 0.05, 0.3, 0.5, 0.8, 0.95, 0.975, 0.9999]]

out["welch"] = []
for na, nb in [(2, 2), (5, 3), (10, 10), (30, 4)]:
    a, b = rng.normal(1, 2, na).round(3), rng.normal(0.5, 0.7, nb).round(3)
    t, p = stats.ttest_ind(a, b, equal_var=False)
    se = (a.mean() - b.mean()) / t
    va, vb = a.var(ddof=1) / na, b.var(ddof=1) / nb
    df = (va + vb) ** 2 / (va**2 / (na - 1) + vb**2 / (nb - 1))
    half = float(t_ppf(0.95, df)) * se
    d = a.mean() - b.mean()
    margin = 1.5
    tost = max(stats.t.sf((d + margin) / se, df), stats.t.cdf((d - margin) / se, df))
    out["welch"].append({"a": list(a), "b": list(b), "p": p, "df": df, "low": d - half, "high": d + half, "margin": margin, "tost": tost})

out["paired"] = []
for n in [2, 6, 15]:
    a = rng.normal(0, 1, n).round(3)
    b = (a + rng.normal(0.2, 0.4, n)).round(3)
    t, p = stats.ttest_rel(a, b)
    out["paired"].append({"a": list(a), "b": list(b), "p": p})

out["wilcoxon"] = []
for n in [1, 3, 6, 12, 25]:
    d = rng.normal(0.3, 1, n).round(6)
    out["wilcoxon"].append({"d": list(d), "zeros": 0,
        **{k: stats.wilcoxon(d, alternative=k.replace("_", "-"), mode="exact").pvalue for k in ["two_sided", "greater", "less"]}})
for n in [30, 60]:
    for digits in [6, 0]:
        d = rng.normal(0.4, 2, n).round(digits)
        out["wilcoxon"].append({"d": list(d), "zeros": int((d == 0).sum()),
            **{k: stats.wilcoxon(d, alternative=k.replace("_", "-"), mode="approx", correction=True, zero_method="wilcox").pvalue for k in ["two_sided", "greater", "less"]}})

out["friedman"] = []
for n, k, digits in [(4, 3, 3), (10, 5, 3), (12, 4, 1), (3, 8, 2)]:
    x = rng.normal(0, 0.3, (n, k)).round(digits) + np.linspace(0, 0.3, k).round(digits)
    x = x.round(digits)
    s, p = stats.friedmanchisquare(*x.T)
    ranks = np.mean([stats.rankdata(-r) for r in x], axis=0)
    f = (n - 1) * s / (n * (k - 1) - s)
    out["friedman"].append({"scores": x.tolist(), "ranks": list(ranks), "chisq": s, "p": p, "f": f, "pf": stats.f.sf(f, k - 1, (k - 1) * (n - 1))})

out["range"] = [[p, k, stats.studentized_range.ppf(p, k, np.inf)] for k in [2, 3, 5, 10, 20] for p in [0.9, 0.95, 0.99]]

out["kendall"] = []
for n, digits, method in [(2, 6, "exact"), (5, 6, "exact"), (9, 6, "exact"), (33, 6, "exact"), (40, 6, "asymptotic"), (20, 0, "asymptotic"), (60, 0, "asymptotic")]:
    x = rng.normal(0, 2, n).round(digits)
    y = (0.5 * x + rng.normal(0, 2, n)).round(digits)
    r = stats.kendalltau(x, y, method=method)
    out["kendall"].append({"x": list(x), "y": list(y), "tau": r.statistic, "p": r.pvalue})
for x, y in [([1, 2, 2, 4], [1, 3, 2, 4]), ([1, 1, 2, 3, 3, 4, 5], [2, 1, 3, 3, 5, 4, 4])]:  # ties: over all permutations
    r = stats.kendalltau(x, y)
    s = [stats.kendalltau(x, q).statistic for q in itertools.permutations(y)]
    out["kendall"].append({"x": x, "y": y, "tau": r.statistic, "p": float(np.mean(np.abs(s) >= abs(r.statistic) - 1e-12))})

json.dump(out, __import__("sys").stdout, indent=None, separators=(",", ":"), default=float)
