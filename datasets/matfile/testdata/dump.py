"""Prints what scipy reads from .mat files as JSON: the oracle of this package's tests.

usage: python3 dump.py FILE... > out.json
"""
import hashlib
import json
import os
import sys

import numpy as np
import scipy.io as sio
from scipy.io.matlab import MatlabFunction, MatlabObject, MatlabOpaque
from scipy.sparse import issparse


def numbers(a):
    a = np.asarray(a, dtype=np.float64).flatten(order="F") + 0.0
    return hashlib.sha256(a.astype("<f8").tobytes()).hexdigest() if a.size > 64 else [repr(float(v)) for v in a]


def dump(a):
    if issparse(a):
        a = a.tocsc()
        a.sort_indices()
        out = {"kind": "sparse", "dims": list(a.shape), "rows": a.indices.tolist()[: a.indptr[-1]], "starts": a.indptr.tolist()}
        out["re"] = numbers(a.data[: a.indptr[-1]].real)
        if np.iscomplexobj(a.data):
            out["im"] = numbers(a.data[: a.indptr[-1]].imag)
        return out
    if isinstance(a, (MatlabOpaque, MatlabFunction)):
        return {"kind": "skipped"}
    if not isinstance(a, np.ndarray):
        return {"kind": "skipped"}
    dims = list(a.shape)
    if a.dtype.names:
        cells = [dump(e[n]) for e in a.flatten(order="F") for n in a.dtype.names]
        return {"kind": "struct", "dims": dims, "fields": list(a.dtype.names), "cells": cells}
    if a.dtype == object:
        return {"kind": "cell", "dims": dims, "cells": [dump(e) for e in a.flatten(order="F")]}
    if a.dtype.kind == "U":
        codes = [ord(c) if c else 0 for c in a.flatten(order="F")]
        return {"kind": "char", "dims": dims, "re": numbers(codes)}
    out = {"kind": "numeric", "dims": dims, "re": numbers(a.real)}
    if np.iscomplexobj(a):
        out["im"] = numbers(a.imag)
    return out


if __name__ == "__main__":
    result = {}
    for path in sys.argv[1:]:
        name = os.path.basename(path)
        try:
            loaded = sio.loadmat(path, struct_as_record=True, chars_as_strings=False)
        except Exception as e:
            result[name] = {"error": type(e).__name__}
            continue
        result[name] = {"vars": {k: dump(v) for k, v in loaded.items() if not (k.startswith("__") and k.endswith("__"))}}
    json.dump(result, sys.stdout, indent=0, sort_keys=True)
