"""Times single iterations of scikit-learn's NMF, by the functions that its own loop calls."""
import json
import sys
import time


def say(**reply):
    print(json.dumps(reply), flush=True)


try:
    import numpy as np
    import sklearn
    from sklearn.decomposition import _nmf
except ImportError as e:
    say(Error=str(e))
    sys.exit(0)


def multiplicative(x, w, h, beta):
    w = _nmf._multiplicative_update_w(x, w, h, beta, 0, 0, 1)[0]
    return w, _nmf._multiplicative_update_h(x, w, h, beta, 0, 0, 1)


class Job:
    def __init__(self, work):
        rng = np.random.RandomState(1)
        m, n, r = work["M"], work["N"], work["K"]
        self.kind, self.x = work["Kind"], rng.rand(m, n)
        self.w, self.h = rng.rand(m, r), rng.rand(r, n)
        self.ht = np.ascontiguousarray(self.h.T)

    def step(self):
        if self.kind == "cd":
            _nmf._update_coordinate_descent(self.x, self.w, self.ht, 0, 0, False, None)
            _nmf._update_coordinate_descent(self.x.T, self.ht, self.w, 0, 0, False, None)
        else:
            self.w, self.h = multiplicative(self.x, self.w, self.h, 2 if self.kind == "mu" else 1)


say(Version="scikit-learn %s, numpy %s" % (sklearn.__version__, np.__version__))
now = time.process_time if sys.argv[1] == "cpu" else time.perf_counter
job, last = None, None
for line in sys.stdin:
    request = json.loads(line)
    if request["Work"] != last:
        last, job = request["Work"], Job(request["Work"])
    start = now()
    for _ in range(request["Repeats"]):
        job.step()
    say(Seconds=now() - start)
