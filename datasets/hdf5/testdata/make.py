"""Writes h5py.zip, small HDF5 files by h5py, and h5py.json, what h5py reads from them: the oracle of this package's tests.

usage: python3 make.py      (h5py 3.7.0 on HDF5 1.10.8, NumPy 1.24.2, Debian 12)
"""
import hashlib
import io
import json
import zipfile

import h5py
import numpy as np

OLD, NEW = ("earliest", "v108"), ("v108", "v108")
rng = np.random.default_rng(73)


def numbers(kind, shape):
    if np.dtype(kind).kind == "f":
        return rng.standard_normal(shape).astype(kind)
    info = np.iinfo(kind)
    lo, hi = max(info.min, -(2**53)), min(info.max, 2**53)
    return rng.integers(lo, hi, shape, dtype=np.int64, endpoint=True).astype(kind)


def kinds(f):
    for k in ["<f8", ">f8", "<f4", ">f4"] + [o + s + str(n) for o in "<>" for s in "iu" for n in (1, 2, 4, 8)]:
        f["k" + k.replace("<", "le").replace(">", "be")] = numbers(k, (3, 5))


def layouts(f):
    x = numbers("<f8", (37, 23))
    f["contiguous"] = x
    for name, options in {
        "chunked": {},
        "deflated": {"compression": 9},
        "shuffled": {"compression": 4, "shuffle": True},
        "only_shuffled": {"shuffle": True},
    }.items():
        f.create_dataset(name, data=x, chunks=(8, 5), **options)
    f.create_dataset("one_chunk", data=x, chunks=x.shape, compression=1)
    f.create_dataset("odd_shuffle", data=numbers("<i2", (7, 3)), chunks=(7, 3), shuffle=True)
    f.create_dataset("cube", data=numbers("<u2", (5, 6, 7)), chunks=(2, 4, 3), compression=5, shuffle=True)
    f.create_dataset("many", data=numbers("u1", (150, 100)), chunks=(5, 5), compression=1)
    f.create_dataset("line", data=numbers("<i4", (100,)), chunks=(7,))
    f.create_dataset("scalar", data=np.float64(2.5))
    f.create_dataset("unwritten", shape=(4, 3), dtype="<f8")
    part = f.create_dataset("partly", shape=(20, 20), dtype="<f4", chunks=(5, 5))
    part[5:10, 10:15] = 1.5
    d = h5py.h5d.create  # compact: through the low-level interface
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_layout(h5py.h5d.COMPACT)
    y = numbers("<i4", (4, 6))
    d(f.id, b"compact", h5py.h5t.STD_I32LE, h5py.h5s.create_simple(y.shape), plist).write(h5py.h5s.ALL, h5py.h5s.ALL, y)


def groups(f):
    for i in range(60):  # a B-tree of more than one node
        f.create_group(f"g{i:03d}")["x"] = np.array([[i]], dtype="<i4")
    f["g000/deep/deeper/x"] = numbers("<f8", (2, 2))


def few(f):
    for i in range(5):  # compact links where the style is new
        f.create_group(f"g{i}")["x"] = np.array([[i]], dtype="<i4")


def attributes(f):
    d = f.create_dataset("x", data=numbers("<f8", (2, 2)))
    d.attrs["text"] = np.bytes_("double")
    d.attrs["number"] = np.int32(-7)
    d.attrs["list"] = np.arange(5, dtype="<u8")
    d.attrs["varying"] = "of any length"
    f["pair"] = np.array([[1 + 2j, 3 - 4j]], dtype="<c16")
    f["truth"] = np.array([[True, False, True]])  # an enumeration of int8


def texts(f):
    f["words"] = ["of", "", "varying", "länge"] + ["word %d" % i for i in range(400)]  # in several heaps
    f["padded"] = np.array([b"of", b"one", b"length"])


def refused(f):
    d = f.create_dataset("fletcher", data=numbers("<f8", (9, 9)), chunks=(3, 3), fletcher32=True)
    f["lists"] = np.array([np.arange(2), np.arange(3)], dtype=h5py.vlen_dtype(np.int32))
    f["half"] = numbers("<f4", (2, 2)).astype("<f2")


def dump(o):
    if isinstance(o, h5py.Group):
        return {"members": {k: dump(v) for k, v in o.items()}}
    out = {"dims": list(o.shape), "attributes": {}}
    for k, v in o.attrs.items():
        if isinstance(v, np.bytes_):
            out["attributes"][k] = v.decode()
        elif isinstance(v, str):
            out["attributes"][k] = v
        elif np.ndim(v) == 0:
            out["attributes"][k] = int(v)
    if o.dtype.kind in "iufb":
        out["sum"] = hashlib.sha256(np.ascontiguousarray(o[()], dtype="<f8").tobytes()).hexdigest()
    elif o.dtype.kind == "c":
        out["sum"] = hashlib.sha256(np.ascontiguousarray(o[()].real, dtype="<f8").tobytes()).hexdigest()
        out["imag"] = hashlib.sha256(np.ascontiguousarray(o[()].imag, dtype="<f8").tobytes()).hexdigest()
    elif h5py.check_string_dtype(o.dtype):
        out["texts"] = [v.decode() for v in o[()]]
    if "sum" not in out and "texts" not in out:
        return {"refused": True}
    return out


golden = {}
with zipfile.ZipFile("h5py.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for style, libver in {"old": OLD, "new": NEW}.items():
        for make in (kinds, layouts, groups, few, attributes, texts, refused):
            if (style, make) == ("new", groups):
                continue  # more than eight links of the new style go to a fractal heap, which is not read
            for user in (512,) if make is layouts else (0, 512):
                name = f"{make.__name__}_{style}_{user}.h5"
                b = io.BytesIO()
                rng = np.random.default_rng(73)
                with h5py.File(b, "w", libver=libver, userblock_size=user) as f:
                    if style == "new" and make in (kinds, layouts):
                        # eight links a group are the most that are kept in the header
                        flat = h5py.File(io.BytesIO(), "w")
                        make(flat)
                        for i, k in enumerate(flat):
                            f.require_group(f"part{i // 7}")
                            flat.copy(k, f[f"part{i // 7}"])
                    else:
                        make(f)
                with h5py.File(b, "r") as f:
                    golden[name] = dump(f)
                info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                z.writestr(info, b.getvalue())
json.dump(golden, open("h5py.json", "w"), indent=0, sort_keys=True)
