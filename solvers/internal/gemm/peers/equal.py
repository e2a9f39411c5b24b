"""Runs scikit-learn's NMF from a given start to where its own rule, or a limit, ends it, and times the call."""
import json
import sys
import time
import warnings


def say(**reply):
    print(json.dumps(reply), flush=True)


try:
    import numpy as np
    import scipy.sparse
    import sklearn
    from sklearn.decomposition import MiniBatchNMF, non_negative_factorization
except ImportError as e:
    say(Error=str(e))
    sys.exit(0)

warnings.simplefilter("ignore")


def matrix(dir, m, n, sparse):
    if not sparse:
        return np.load(dir + "/X.npy")
    data, indices, indptr = (np.load("%s/%s.npy" % (dir, part)).ravel() for part in ("data", "indices", "indptr"))
    return scipy.sparse.csr_matrix((data, indices.astype(np.int32), indptr.astype(np.int32)), shape=(m, n))


def factorise(x, w, h, method, loss, limit):
    loss = {"KL": "kullback-leibler"}.get(loss, "frobenius")
    common = dict(n_components=h.shape[0], init="custom", beta_loss=loss, tol=1e-4, max_iter=limit)
    if method != "MiniBatchNMF":
        return non_negative_factorization(x, W=w, H=h, solver=method, **common)
    model = MiniBatchNMF(random_state=0, **common)
    w = model.fit_transform(x, W=w, H=h)
    return w, model.components_, model.n_iter_


say(Version="scikit-learn %s, numpy %s" % (sklearn.__version__, np.__version__))
now = time.process_time if sys.argv[1] == "cpu" else time.perf_counter
last = None
for line in sys.stdin:
    job = json.loads(line)
    if last != job["Dir"]:
        x, last = matrix(job["Dir"], job["M"], job["N"], job["Sparse"]), job["Dir"]
    w, h = np.load(last + "/W.npy"), np.ascontiguousarray(np.load(last + "/Ht.npy").T)
    start = now()
    w, h, n = factorise(x, w, h, job["Method"], job["Loss"], job["Limit"])
    seconds = now() - start
    np.save(last + "/endW.npy", w)
    np.save(last + "/endHt.npy", np.ascontiguousarray(h.T))
    say(Seconds=seconds, Steps=int(n))
