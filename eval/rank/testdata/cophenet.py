"""Records the cophenetic correlation of SciPy for consensus matrices of random clusterings, many of whose distances are equal."""
import json
import numpy as np, scipy
from scipy.cluster.hierarchy import average, cophenet
from scipy.spatial.distance import squareform

rng = np.random.default_rng(1)
cases = []
for n, clusters, starts, noise in [(6, 2, 3, 0.2), (12, 3, 5, 0.3), (20, 4, 20, 0.1), (30, 3, 10, 0.6), (40, 5, 50, 0.5), (25, 2, 7, 1.0)]:
    true = rng.integers(clusters, size=n)
    runs = [[int(rng.integers(clusters)) if rng.random() < noise else int(t) for t in true] for _ in range(starts)]
    c = np.mean([np.equal.outer(r, r) for r in map(np.array, runs)], axis=0)
    d = squareform(1 - c, checks=False)
    cases.append({'starts': runs, 'cophenetic': cophenet(average(d), d)[0], 'dispersion': float(np.mean(4 * (c - 0.5) ** 2))})
distinct = []
for n in [5, 17, 40]:
    d = rng.random(n * (n - 1) // 2)
    distinct.append({'distances': d.tolist(), 'heights': cophenet(average(d)).tolist()})
print(json.dumps({'made_by': 'SciPy ' + scipy.__version__, 'consensus': cases, 'linkage': distinct}))
