"""Writes AnnData's files by anndata, and files as Cell Ranger writes them by h5py, each packed, into the folder named.

usage: python3 anndata_files.py FOLDER      (anndata 0.8.0, h5py 3.7.0, pandas 1.5.3, Debian 12)
"""
import gzip
import os
import sys
import tempfile

import anndata
import h5py
import numpy as np
import pandas as pd
import scipy.sparse as sp

FOLDER = sys.argv[1]
X = np.array([[1.5, 0, 2.25, 4], [0, 3.125, 0.5, 1], [7, 0.0625, 0, 2]])
COUNTS = (X * 16).astype(np.int32)


def packed(name, write):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        write(path)
        with open(path, "rb") as f, open(os.path.join(FOLDER, name + ".gz"), "wb") as out:
            out.write(gzip.compress(f.read(), mtime=0))


def annotated(x):
    obs = pd.DataFrame(
        {"cell_type": pd.Categorical(["T", "B", None, "T"]), "batch": ["one", "two", "two", "one"], "age": [3, 1, 4, 1], "score": [0.5, 1.5, 2.5, 3.5]},
        index=["s1", "s2", "s3", "s4"],
    )
    a = anndata.AnnData(x, obs=obs, var=pd.DataFrame(index=["BRCA1", "TP53", "MYC"]), dtype=np.float32)
    a.layers["counts"] = sp.csc_matrix(COUNTS.T)
    a.raw = anndata.AnnData(sp.csr_matrix(np.vstack([COUNTS, COUNTS[:1]]).T), obs=obs, var=pd.DataFrame(index=["BRCA1", "TP53", "MYC", "MYC2"]), dtype=np.int32)
    return a


packed("anndata_csr.h5ad", lambda path: annotated(sp.csr_matrix(X.T)).write_h5ad(path))
packed("anndata_csc.h5ad", lambda path: annotated(sp.csc_matrix(X.T)).write_h5ad(path, compression="gzip"))
holes = X.T.copy()
holes[1, 0] = holes[3, 2] = np.nan
packed("anndata_dense.h5ad", lambda path: annotated(holes).write_h5ad(path))


def tenx(path, version):
    """The layout of Cell Ranger's filtered_feature_bc_matrix.h5 and, before version 3, filtered_gene_bc_matrices_h5.h5."""
    columns = sp.csc_matrix(COUNTS)
    ids, names = np.array([b"ENSG%d" % i for i in range(3)]), np.array([b"BRCA1", b"TP53", b"TP53"])
    with h5py.File(path, "w") as f:
        g = f.create_group("matrix" if version >= 3 else "GRCh38")
        g["barcodes"] = np.array([b"AAAC%d-1" % i for i in range(4)], dtype="S18")
        for name, values in {"data": columns.data, "indices": columns.indices.astype(np.int64), "indptr": columns.indptr.astype(np.int64)}.items():
            g.create_dataset(name, data=values, chunks=(80000,), maxshape=(None,), compression="gzip", shuffle=True)
        g["shape"] = np.array(columns.shape, dtype=np.int32)
        if version >= 3:
            g["features/id"], g["features/name"] = ids, names
            g["features/feature_type"] = np.array([b"Gene Expression", b"Antibody Capture" if version == 4 else b"Gene Expression", b"Gene Expression"])
            g["features/_all_tag_keys"] = np.array([b"genome"])
            g["features/genome"] = np.array([b"GRCh38"] * 3)
        else:
            g["genes"], g["gene_names"] = ids, names


packed("tenx_v3.h5", lambda path: tenx(path, 3))
packed("tenx_v2.h5", lambda path: tenx(path, 2))
packed("tenx_kinds.h5", lambda path: tenx(path, 4))


def half(path):
    """float16, as written without anndata."""
    with h5py.File(path, "w") as f:
        f["X"] = X.T.astype(np.float16)
        for frame, names in {"obs": [b"s1", b"s2", b"s3", b"s4"], "var": [b"BRCA1", b"TP53", b"MYC"]}.items():
            g = f.create_group(frame)
            g.attrs["_index"] = "_index"
            g["_index"] = np.array(names)


packed("anndata_half.h5ad", half)


def other(path):
    with h5py.File(path, "w") as f:
        f["matrix"] = X
        f["row_attrs/Gene"] = np.array([b"BRCA1", b"TP53", b"MYC"])


packed("loom.h5", other)
