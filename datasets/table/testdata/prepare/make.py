"""Writes prepare.json: counts, and what scikit-learn, NumPy and pandas make of them, the oracle of Preparation.

usage: python3 make.py      (NumPy 1.24.2, pandas 1.5.3, scikit-learn 1.2.1, Debian 12)

The choice of features is that of get_highvar_genes of cNMF (Kotliar et al., eLife 2019; MIT licence), whose formula stands here.
"""
import json

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import TfidfTransformer

rng = np.random.default_rng(5)
FEATURES, SAMPLES = 36, 15
mean = rng.gamma(0.7, 3, FEATURES)
counts = rng.poisson(mean * np.where(rng.random((SAMPLES, FEATURES)) < 0.2, rng.gamma(1, 4, FEATURES), 1) * rng.gamma(4, 0.25, (SAMPLES, 1)))
counts[:, 7] = 0
counts[3] = 0  # a sample without counts


def per(total, x):
    sums = x.sum(axis=1, keepdims=True)
    return x * total / np.where(sums == 0, 1, sums)


def unit_variance(x):
    sd = x.std(axis=0, ddof=1)
    return x / np.where(sd == 0, 1, sd)


def over_dispersed(x, count):
    gene_mean, gene_var = pd.Series(x.mean(axis=0)), pd.Series(x.var(axis=0, ddof=0))
    gene_fano = gene_var / gene_mean
    top_genes = gene_mean.sort_values(ascending=False)[:20].index
    A = (np.sqrt(gene_var) / gene_mean)[top_genes].min()
    w_mean_low, w_mean_high = gene_mean.quantile([0.10, 0.90])
    w_fano_low, w_fano_high = gene_fano.quantile([0.10, 0.90])
    box = (gene_fano > w_fano_low) & (gene_fano < w_fano_high) & (gene_mean > w_mean_low) & (gene_mean < w_mean_high)
    B = np.sqrt(gene_fano[box].median())
    ratio = gene_fano / ((A**2) * gene_mean + B**2)
    return sorted(int(k) for k in ratio.sort_values(ascending=False).index[:count])


normalised = {
    "counts": per(1e4, counts),
    "counts=500,log1p": np.log1p(per(500, counts)),
    "log1p": np.log1p(counts),
    "variance": unit_variance(counts.astype(float)),
    "counts,log1p,variance": unit_variance(np.log1p(per(1e4, counts))),
    "tfidf": TfidfTransformer().fit_transform(counts).toarray(),
    "counts,tfidf": TfidfTransformer().fit_transform(per(1e4, counts)).toarray(),
}
json.dump(
    {
        "counts": counts.T.tolist(),
        "normalised": {name: x.T.tolist() for name, x in normalised.items()},
        "kept": {str(count): over_dispersed(per(1e4, counts), count) for count in (5, 12, 20)},
    },
    open("prepare.json", "w"),
)
