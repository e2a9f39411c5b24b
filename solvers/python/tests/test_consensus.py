"""Consensus against the same steps by NumPy, SciPy and scikit-learn, on the same runs."""
import csv
import json
import subprocess

import numpy as np
import pytest

import nmfrepro
from nmfrepro._program import find

reason = "is not installed: consensus is not compared with the steps of cNMF; apt-get install python3-scipy python3-sklearn python3-pandas"
optimize = pytest.importorskip("scipy.optimize", reason="SciPy " + reason)
cluster = pytest.importorskip("sklearn.cluster", reason="scikit-learn " + reason)
pd = pytest.importorskip("pandas", reason="pandas " + reason)

from sklearn.metrics import silhouette_score
from sklearn.metrics.pairwise import euclidean_distances


def simulated(cells=120, genes=80, programs=5, seed=0):
    """Counts of cells × genes, and the programs that they were drawn from."""
    rng = np.random.default_rng(seed)
    spectra = rng.gamma(0.4, size=(programs, genes))
    usages = rng.dirichlet([0.4] * programs, cells)
    return rng.poisson(40 * usages @ spectra), spectra


def read(path):
    with open(path, newline="", encoding="utf-8") as lines:
        rows = list(csv.reader(lines))
    return [row[0] for row in rows[1:]], rows[0][1:], np.array([[float(v) for v in row[1:]] for row in rows[1:]])


def steps_of_cnmf(spectra, X, rank, threshold, share, refit):
    """cNMF.consensus of cnmf 1.7 (Kotliar et al., eLife 2019) in its steps, X cells × genes, with the fit of usages that is given."""
    near = int(share * spectra.shape[0] / rank)
    unit = spectra / np.sqrt((spectra**2).sum(axis=1))[:, None]
    distances = euclidean_distances(unit)
    order = np.argpartition(distances, near + 1)[:, : near + 1]
    density = distances[np.arange(len(unit))[:, None], order].sum(1) / near
    kept = density < threshold
    labels = cluster.KMeans(n_clusters=rank, n_init=10, random_state=1).fit(unit[kept]).labels_
    median = pd.DataFrame(unit[kept]).groupby(labels).median()
    median = (median.T / median.sum(1)).T.values
    usages = refit(X, median)
    shares = usages / usages.sum(axis=1)[:, None]
    order = np.argsort(-shares.sum(axis=0), kind="stable")
    z = (X - X.mean(0)) / np.where(X.std(0) == 0, 1, X.std(0))
    scores = np.linalg.lstsq(usages[:, order], z, rcond=None)[0]
    silhouette = silhouette_score(unit[kept], labels)
    return density, median[order], usages[:, order], shares[:, order], scores, silhouette


def least_squares(X, spectra):
    return np.array([optimize.nnls(spectra.T, row)[0] for row in X])


def divergence(X, spectra):
    """Multiplicative updates until nothing moves."""
    usages = np.full((len(X), len(spectra)), X.sum(1, keepdims=True) / len(spectra))
    for _ in range(200_000):
        new = usages * ((X / np.maximum(usages @ spectra, 1e-300)) @ spectra.T) / spectra.sum(1)
        if np.abs(new - usages).max() < 1e-10 * usages.max():
            return new
        usages = new
    return usages


@pytest.mark.parametrize("solver, refit, exact", [("hals", least_squares, 1e-6), ("nmf-kl", divergence, 1e-4)])
def test_steps_of_cnmf(tmp_path, solver, refit, exact):
    """The medians, scores and distances are those of the steps to 1e-6; divergences are minimised to the tolerance of project."""
    X, planted = simulated()
    path = tmp_path / "X.csv"
    pd.DataFrame(X, columns=[f"g{k}" for k in range(X.shape[1])], index=[f"c{k}" for k in range(len(X))]).to_csv(path)
    arguments = ["--transpose", "--rank", "5", "--starts", "20", "--solver", solver, "--threshold", "0.15", "--results", tmp_path / "results", "--out", tmp_path]
    subprocess.run([find(), "consensus", path, *arguments], check=True, capture_output=True)
    names, genes, spectra = read(tmp_path / "spectra.csv")
    assert len(names) == 100 and names[:2] == ["run 1, component 1", "run 1, component 2"] and genes[0] == "g0"
    density, median, usages, shares, scores, silhouette = steps_of_cnmf(spectra, X.astype(float), 5, 0.15, 0.3, refit)
    pooled = read(tmp_path / "pooled.csv")[2]
    assert np.abs(pooled[:, 0] - density).max() < 1e-6
    assert np.array_equal(pooled[:, 1] > 0, density < 0.15)
    assert np.abs(read(tmp_path / "W.csv")[2].T - median).max() < 1e-6 * median.max()
    assert np.abs(read(tmp_path / "H.csv")[2].T - usages).max() < exact * usages.max()
    assert np.abs(read(tmp_path / "usages.csv")[2] - shares).max() < exact
    assert np.abs(read(tmp_path / "scores.csv")[2].T - scores).max() < exact * np.abs(scores).max()
    run = json.loads((tmp_path / "run.json").read_text())
    assert abs(run["silhouette"] - silhouette) < 1e-6
    near = planted / np.linalg.norm(planted, axis=1)[:, None]
    assert (median / np.linalg.norm(median, axis=1)[:, None] @ near.T).max(axis=1).min() > 0.98


def test_frames(tmp_path):
    X, planted = simulated()
    frame = pd.DataFrame(X, columns=[f"g{k}" for k in range(80)], index=[f"c{k}" for k in range(120)])
    found = nmfrepro.consensus(frame, 5, "nmf-kl", starts=10, ranks="4..6", results=str(tmp_path))
    assert list(found.components.columns) == list(frame.columns) and list(found.usages.index) == list(frame.index)
    assert np.allclose(found.usages.sum(axis=1), 1) and np.allclose(found.components.sum(axis=1), 1)
    fit = found.coefficients.to_numpy() @ found.components.to_numpy()
    assert np.isclose(np.linalg.norm(X - fit) / np.linalg.norm(X), found.run["relative_error"])
    assert found.ranks.set_index("rank")["stability"].idxmax() == 5
    assert found.scores.shape == (5, 80) and set(found.pooled["cluster"]) == {1, 2, 3, 4, 5}
    top = found.scores.to_numpy().argmax(axis=1)
    assert len(set(top)) == 5
    again = nmfrepro.consensus(frame, 5, "nmf-kl", starts=10, results=str(tmp_path), n_jobs=1)
    pd.testing.assert_frame_equal(found.components, again.components)  # of the same runs


def test_features_and_steps(tmp_path):
    X, _ = simulated()
    found = nmfrepro.consensus(X, 5, starts=10, features=40, normalize="variance", results=str(tmp_path))
    assert found.components.shape == (5, 40) and found.scores.shape == (5, 80)
    assert found.run["prepared"] == {"normalize": "variance", "features": 40, "of_features": 80}
    spread = X.var(axis=0) / np.maximum(X.mean(axis=0), 1e-9)
    assert spread[list(found.components.columns)].mean() > spread.mean()


def test_what_is_wrong():
    X, _ = simulated()
    for arguments, text in [
        ({"n_components": 0}, "n_components=0"),
        ({"n_components": 5, "starts": 1}, "starts = 1, want at least 2"),
        ({"n_components": 5, "threshold": 1e-9, "starts": 4}, "only 0 have a mean distance"),
        ({"n_components": 5, "solver": "umap"}, "usages cannot be refitted"),
        ({"n_components": 81, "starts": 2}, "rank 81, but X is 80×120"),
    ]:
        with pytest.raises(ValueError, match=text):
            nmfrepro.consensus(X, **arguments)
    with pytest.raises(ValueError, match="Negative values"):
        nmfrepro.consensus(-X, 2, starts=2)
