"""Recomputes rows, panels, leads and papers apart from the program, from what it shows of single runs.

usage: conclusions.py PROGRAM [PAPER...] compares all of them; conclusions.py PROGRAM --fixture TABLE/METRIC/MEASURE... prints what
conclusions.json has: the cells of a panel, and its rows and leads as they are worked out here.
Needs numpy and scipy. Blocks of cells that share draws are summed up replicate by replicate; see judge.Conclude.
"""
import csv, io, json, math, subprocess, sys
from collections import defaultdict
import numpy as np
from scipy import stats


def call(program, *args):
    return subprocess.run([program, *args], capture_output=True, text=True).stdout


def natural(cell, sample):
    """Factor from natural units to those of the table."""
    m = np.mean(sample)
    return 1.0 if m == 0 else min((1.0, 100.0, 1e-3, 1e3, 1e4, 1e2), key=lambda f: abs(cell["ours_mean"] - f * m))


def unit(text):
    return 10.0 ** -len(text.partition(".")[2]) if "." in text else 1.0


class Cell:
    step = 0.0

    def __init__(self, x, reported, sd, rounding, runs, draw, lower, tolerance):
        self.x, self.reported, self.sd, self.rounding, self.runs, self.draw, self.lower, self.tolerance = x, reported, sd, rounding, runs, draw, lower, tolerance


def estimate(terms):
    """terms: (cell, weight of ours, weight of the reported number), of one set of runs."""
    n, R = len(terms[0][0].x), terms[0][0].runs
    blocks = defaultdict(list)
    for t in terms:
        blocks[t[0].draw].append(t)
    step = {d: sum((w * c.step) ** 2 for c, w, _ in b if c.x.std() < 1e-12) for d, b in blocks.items()}
    var = {d: np.var(sum(w * c.x for c, w, _ in b), ddof=1) + step[d] for d, b in blocks.items()}
    whole = np.var(sum(w * c.x for c, w, _ in terms), ddof=1)
    raised = max(1.0, whole / sum(var.values())) if sum(var.values()) > 0 else 1.0
    ours, both = [], []
    for d, b in blocks.items():
        v = raised * var[d]
        ours.append((v / n, n - 1))
        if R >= 5 and all(c.sd is not None for c, _, _ in b):
            t = sum(wr * c.sd * (c.x - c.x.mean()) / c.x.std(ddof=1) for c, _, wr in b if c.x.std() >= 1e-12)
            fixed = sum((wr * c.sd) ** 2 for c, _, wr in b if c.x.std() < 1e-12)
            both += [(v / n, n - 1), (raised * ((np.var(t, ddof=1) if np.ndim(t) else 0) + fixed) / R, R - 1)]
        else:
            both.append((v * (1 / n + 1 / R), n - 1))
    both.append((sum((wr * c.rounding) ** 2 / 12 for c, _, wr in terms), math.inf))
    value = sum(w * c.x.mean() for c, w, _ in terms)
    reported = sum(wr * c.reported for c, _, wr in terms)
    def interval(v, parts):
        total = sum(p for p, _ in parts)
        rest = sum(p * p / df for p, df in parts)
        half = stats.t.ppf(0.975, total * total / rest) * math.sqrt(total) if rest > 0 else 1.959963984540054 * math.sqrt(total)
        return v - half, v + half
    return value, interval(value, ours), reported, value - reported, interval(value - reported, both)


def cells_of(program, paper, verdicts, wanted):
    """All judged cells of a paper by their address."""
    runs = defaultdict(dict)
    for r in csv.DictReader(io.StringIO(call(program, "explain", paper, "--cached", "--format", "csv"))):
        if r["status"] == "ok" and r["value"]:
            key = r["dataset"], r["metric"], r["method"], r["rank"]
            runs[r["experiment"], *key][int(r["replicate"])] = float(r["value"])
    out = {}
    tables = sorted({a.partition(":")[0] for a in verdicts})
    for table in tables:
        base = {"dsp/table1": "dsp/fig3", "dsp/table2": "dsp/fig3", "dsp/table3": "dsp/fig3"}.get(table, table)
        for c in json.loads(call(program, "table", table, "--cached", "--format", "json")):
            v = verdicts.get(c["address"])
            if v is None or not v["n"] or c["address"] not in wanted:
                continue
            found = {k[4]: runs[k] for k in runs if k[0] in (base, table) and k[1:4] == (c["dataset"], c["metric"], c["method"])}
            over = "mean" if c["address"].endswith(" mean") else "max" if c["address"].endswith(" max") else ""
            if not over:
                found = {k: x for k, x in found.items() if k == str(c["rank"])}
            if not found:
                continue
            arrays = [np.array([x[i] for i in sorted(x)]) for x in found.values()]
            x = np.mean(arrays, 0) if over == "mean" else max(arrays, key=np.mean)
            f = 100.0 if c["metric"] == "recovery-error" else natural(c, x)
            sd = float(c["reported_sd"]) / f if c["reported_sd"] else None
            draw = c["dataset"] + (" r=%d" % c["rank"] if table in BY_RANK else "")
            out[c["address"]] = Cell(x, float(c["reported"]) / f, sd, min(unit(c["reported"]), ZEROS.get(paper, 1)) / f, v["paper_runs"], DRAWS.get(draw, draw), c["metric"] in LOWER, v["margin"] / f)
    return out


ZEROS = {"dsp": 0.01, "ornmf": 0.01, "rpr": 0.01}  # places that a paper leaves out where they are zero
BY_RANK = {"rpr/table2", "rpr/table3", "ornmf/table2"}
DRAWS = {"ml20": "ml", "ml50": "ml", "ml100": "ml"}
LOWER = {"msl", "md", "rmse", "entropy", "recovery-error"}


def weights(kind, unit, own, rival, k):
    if kind != "lead":
        w = 100 / own.reported / k if unit == "percent" else 100 / k
        return [(own, w, w)]
    sign = -1 if own.lower else 1
    if unit == "percent":
        a, b = 100 / rival.x.mean(), 100 / rival.reported
    else:
        a = b = 100
    return [(own, sign * a / k, sign * b / k), (rival, -sign * a / k, -sign * b / k)]


def six(v):
    return float("%.7g" % v)


def fixture(program, panels):
    """Panels are named as rpr/table3/acc/euclidean."""
    out = []
    for name in panels:
        paper, table, metric, measure = (name + "/").split("/")[:4]
        doc = json.loads(call(program, "verify", paper, "--cached", "--format", "json"))
        of = lambda c: (c["table"], c["metric"], c["measure"]) == (table, metric, measure)
        rows, leads = list(filter(of, doc["rows"])), list(filter(of, doc["leads"]))
        cells = cells_of(program, paper, {c["address"]: c for c in doc["cells"]}, {a for c in rows for a in c["addresses"]})
        shown = {c["address"]: c for c in json.loads(call(program, "table", paper + "/" + table, "--cached", "--format", "json"))}
        t = {"paper": paper, "table": table, "metric": metric, "measure": measure, "own": leads[0]["method"], "cells": [], "rows": [], "leads": []}
        for a in sorted(cells, key=list(shown).index):
            c, s = cells[a], shown[a]
            t["cells"].append({"row": s["row"], "method": s["method"], "draw": c.draw, "values": [six(v) for v in c.x], "reported": s["reported"], "sd": s["reported_sd"], "runs": c.runs, "margin": six(c.tolerance)})
        for kind, all_ in ("rows", rows), ("leads", leads):
            for c in all_:
                a = [cells[x] for x in c["addresses"]]
                k = len(a) if kind == "rows" else len(a) // 2
                terms = [t for x in a for t in weights("row", c["unit"], x, None, k)] if kind == "rows" else [t for i in range(k) for t in weights("lead", c["unit"], a[2 * i], a[2 * i + 1], k)]
                ours, (ol, oh), reported, d, (lo, hi) = estimate(terms)
                one = {"method": c["method"]} if kind == "rows" else {"rival": c["rival"], "reported": six(reported), "ours": six(ours), "ours_low": six(ol), "ours_high": six(oh)}
                t[kind].append({**one, "difference": six(d), "low": six(lo), "high": six(hi)})
        out.append(t)
    print(json.dumps({"tables": out}))


def main():
    if sys.argv[2:3] == ["--fixture"]:
        return fixture(sys.argv[1], sys.argv[3:])
    program, papers = sys.argv[1], [a for a in sys.argv[2:] if not a.startswith("-")] or ["rpr", "pnmf", "ornmf", "dsp", "mcnmf"]
    worst, checked = [0.0, 0.0], 0
    for paper in papers:
        doc = json.loads(call(program, "verify", paper, "--cached", "--format", "json"))
        cells = cells_of(program, paper, {c["address"]: c for c in doc["cells"]}, {a for k in ("rows", "panels", "leads") for c in doc[k] for a in c["addresses"]})
        for kind, all_ in ("row", doc["rows"]), ("panel", doc["panels"]), ("lead", doc["leads"]):
            for c in all_:
                try:
                    a = [cells[x] for x in c["addresses"]]
                except KeyError as e:
                    print("no runs of", e); continue
                if len({len(x.x) for x in a}) > 1:
                    continue
                if kind == "lead":
                    k = len(a) // 2
                    terms = [t for i in range(k) for t in weights(kind, c["unit"], a[2 * i], a[2 * i + 1], k)]
                else:
                    terms = [t for x in a for t in weights(kind, c["unit"], x, None, len(a))]
                ours, (ol, oh), reported, d, (lo, hi) = estimate(terms)
                off = abs(d - c["difference"]); ratio = (c["high"] - c["low"]) / (hi - lo) - 1 if hi > lo else 0
                if kind == "lead":
                    off = max(off, abs(ours - c["ours"]), abs(reported - c["printed"]), abs(ol - c["ours_low"]))
                checked += 1
                worst = [max(worst[0], off), max(worst[1], abs(ratio))]
                if off > 0.05 or abs(ratio) > 0.15:
                    print(kind, c["table"], c["metric"], c["measure"], c["method"], c.get("rival", ""), "%.3f %.3f" % (d, c["difference"]), "%.3f..%.3f %.3f..%.3f" % (lo, hi, c["low"], c["high"]))
    print(checked, "conclusions; largest difference %.4f, of intervals %.2f %%" % (worst[0], 100 * worst[1]))


if __name__ == "__main__":
    main()
