"""Writes v73.zip, MATLAB files of version 7.3 by hdf5storage and h5py, and v73.json, what h5py reads from them and from
MATLAB's own file in scipy.zip: the oracle of the tests of version 7.3. h5py knows nothing of MATLAB, so what the attributes
mean is spelled out in dump().

usage: python3 make73.py      (hdf5storage 0.1.19, h5py 3.7.0, NumPy 1.24.2, Debian 12)
"""
import json
import os
import tempfile
import zipfile

import h5py
import hdf5storage
import numpy as np
from dump import numbers
from scipy import sparse

rng = np.random.default_rng(73)


def storage(path):
    """What a user would save, by a library that writes as MATLAB does."""
    kinds = {k: rng.integers(0, 100, (3, 4)).astype(k) for k in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8")}
    cells = np.empty((2, 2), dtype=object)
    cells[0, 0], cells[1, 0] = np.arange(6.0).reshape(2, 3), np.str_("text")
    cells[0, 1], cells[1, 1] = np.array([[True, False]]), np.array([[1 + 2j]])
    hdf5storage.savemat(
        path,
        {
            **{"k" + k: v for k, v in kinds.items()},
            "big": rng.standard_normal((200, 150)),
            "cube": rng.standard_normal((3, 4, 5)),
            "z": np.array([[1 + 2j, 3.5 - 4j], [0, 1j]]),
            "truth": np.array([[True], [False], [True]]),
            "text": np.str_("grün"),
            "cells": cells,
            "empty": np.zeros((0, 0)),
            "scalar": np.float64(7.25),
            "record": {"name": np.str_("x"), "value": np.array([[1.0, 2.0]]), "inner": {"a": np.int16(3)}},
        },
        format="7.3",
        matlab_compatible=True,
        oned_as="row",
        compress_size_threshold=1000,
    )


def by_hand(path):
    """Sparse arrays, arrays of structs, classes that cannot be read, and the user block, as MATLAB lays them out."""
    f = h5py.File(path, "w", userblock_size=512)
    s = sparse.random(9, 7, 0.2, format="csc", random_state=5)
    for name, values in {"sparse": s, "nothing": sparse.csc_matrix((4, 3)), "sparse_truth": s != 0}.items():
        g = f.create_group(name)
        g.attrs["MATLAB_class"] = np.bytes_("logical" if values.dtype == bool else "double")
        g.attrs["MATLAB_sparse"] = np.uint64(values.shape[0])
        if values.nnz:
            g["data"] = values.data.astype("u1") if values.dtype == bool else values.data
            g["ir"] = values.indices.astype("u8")
        g["jc"] = values.indptr.astype("u8")
    refs = f.create_group("#refs#")
    people = f.create_group("people")
    people.attrs["MATLAB_class"] = np.bytes_("struct")
    for field in ("age", "name"):
        list_ = []
        for i in range(3):
            key = f"{field}{i}"
            if field == "age":
                refs[key] = np.array([[20.0 + i]])
                refs[key].attrs["MATLAB_class"] = np.bytes_("double")
            else:
                refs[key] = np.array([[ord(c)] for c in "abc"[: i + 1]], dtype="u2")
                refs[key].attrs["MATLAB_class"] = np.bytes_("char")
                refs[key].attrs["MATLAB_int_decode"] = np.int32(2)
            list_.append([refs[key].ref])
        people.create_dataset(field, data=np.array(list_, dtype=h5py.ref_dtype), dtype=h5py.ref_dtype)
    f["flat"] = np.array([0, 3], dtype="u8")  # MATLAB's order, not backwards
    f["flat"].attrs["MATLAB_class"] = np.bytes_("double")
    f["flat"].attrs["MATLAB_empty"] = np.uint8(1)
    f["plain"] = rng.standard_normal((4, 2))  # not MATLAB's: no class
    f["handle"] = np.array([[1]], dtype="u1")
    f["handle"].attrs["MATLAB_class"] = np.bytes_("function_handle")
    f["table"] = np.zeros((1, 6), dtype="u4")
    f["table"].attrs["MATLAB_class"] = np.bytes_("table")
    f["table"].attrs["MATLAB_object_decode"] = np.int32(3)
    f["compressed"] = rng.integers(0, 255, (60, 40)).astype("u1")
    d = f.create_dataset("faces", data=rng.integers(0, 255, (1024, 30)).astype("u1"), chunks=(97, 7), compression=3, shuffle=True)
    d.attrs["MATLAB_class"] = np.bytes_("uint8")
    f.close()
    head = b"MATLAB 7.3 MAT-file, made for a test".ljust(116) + bytes(8) + b"\x00\x02IM"
    with open(path, "r+b") as raw:
        raw.write(head)


def text(o, name):
    v = o.attrs.get(name)
    return v.decode() if isinstance(v, bytes) else None


def dump(f, o):
    kind = text(o, "MATLAB_class")
    if "MATLAB_sparse" in o.attrs:
        jc = o["jc"][()]
        out = {"kind": "sparse", "dims": [int(o.attrs["MATLAB_sparse"]), len(jc) - 1], "starts": jc.tolist()}
        out["rows"] = o["ir"][()].tolist() if "ir" in o else []
        out["re"] = numbers(o["data"][()]) if "data" in o else []
        return out
    if kind in ("function_handle", "table"):
        return {"kind": "skipped"}
    if isinstance(o, h5py.Group):
        arrays = [v for v in o.values() if isinstance(v, h5py.Dataset) and v.dtype == h5py.ref_dtype and "MATLAB_class" not in v.attrs]
        if len(arrays) == len(o) > 0:
            dims = list(arrays[0].shape)[::-1]
            cells = [dump(f, f[r]) for refs in zip(*(a[()].flatten() for a in arrays)) for r in refs]
            return {"kind": "struct", "dims": dims, "fields": list(o), "cells": cells}
        return {"kind": "struct", "dims": [1, 1], "fields": list(o), "cells": [dump(f, v) for v in o.values()]}
    if o.attrs.get("MATLAB_empty", 0):
        return {"kind": {"char": "char", "cell": "cell"}.get(kind, "numeric"), "dims": [int(d) for d in o[()]]}
    dims = list(o.shape)[::-1]
    if o.dtype == h5py.ref_dtype:
        return {"kind": "cell", "dims": dims, "cells": [dump(f, f[r]) for r in o[()].flatten()]}
    v = o[()].flatten()
    if kind == "char":
        return {"kind": "char", "dims": dims, "re": numbers(v)}
    if v.dtype.names:  # complex, with MATLAB's names of the parts
        return {"kind": "numeric", "dims": dims, "re": numbers(v["real"]), "im": numbers(v["imag"])}
    out = {"kind": "numeric", "dims": dims, "re": numbers(v.real)}
    if v.dtype.kind == "c":
        out["im"] = numbers(v.imag)
    return out


golden = {}
with zipfile.ZipFile("v73.zip", "w", zipfile.ZIP_DEFLATED) as z, tempfile.TemporaryDirectory() as tmp:
    for make in (storage, by_hand):
        path = os.path.join(tmp, make.__name__ + ".mat")
        make(path)
        info = zipfile.ZipInfo(make.__name__ + ".mat", (2020, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        z.writestr(info, open(path, "rb").read())
    matlab = "testhdf5_7.4_GLNX86.mat"
    zipfile.ZipFile("scipy.zip").extract(matlab, tmp)
    for name in ("storage.mat", "by_hand.mat", matlab):
        with h5py.File(os.path.join(tmp, name)) as f:
            golden[name] = {"vars": {k: dump(f, v) for k, v in f.items() if not k.startswith("#")}}
json.dump(golden, open("v73.json", "w"), indent=0, sort_keys=True)
