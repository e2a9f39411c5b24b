"""NMF as scikit-learn has estimators."""
import pickle

import numpy as np
import pytest

from nmfrepro import NMF
from nmfrepro._program import catalog

pytest.importorskip(
    "sklearn",
    reason="scikit-learn is not installed: NMF as its estimator is not tested; apt-get install python3-sklearn",
)

from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler
from sklearn.utils.estimator_checks import check_estimator

pytestmark = pytest.mark.filterwarnings("ignore")

# NO_TRANSFORMER are the methods that leave no basis, by why.
NO_TRANSFORMER = {
    "kernel-kmeans": "clusters",
    "lle": "an embedding",
    "ncut": "clusters",
    "om-crpca": "an embedding",
    "om-rpca": "an embedding",
    "pod": "clusters",
    "sdnmf": "a basis of histograms, not of X",
    "spectral-embedding": "an embedding",
    "symnmf": "factors of an affinity",
    "umap": "an embedding",
}

# APART is one check, under two names, that methods fail for a reason of theirs: fit_transform returns the coefficients of the
# run, and transform those of samples by themselves for the fixed basis.
APART = {"check_transformer_data_not_an_array", "check_transformer_general"}
SLOW = "multiplicative updates are not at the minimum within the tolerance"
TIED = "the coefficients of the run are tied to a graph, labels, an order or one another; those of new samples are not"
OWN = "the coefficients of the run are no minimum for the basis: the method changes them together, by rules of its own"
REASONS = {
    "nmf": SLOW,
    "nmf-cw": SLOW,
    "nmf-kl": SLOW,
    "beta-nmf": SLOW,
    "lcnmf": SLOW,
    "lcnmf-kl": SLOW,
    "rpr-nmf": SLOW,
    "gnmf": TIED,
    "gnmf-cw": TIED,
    "gnmf-kl": TIED,
    "nmfi": TIED,
    "nsnmf": TIED,
    "ornmf": TIED,
    "rnmf": SLOW,
    "onmf": OWN,
    "convex-nmf": OWN,
    "semi-nkpca": OWN,
    "dsp-nmf": OWN,
}


def estimator(solver):
    """Return the estimator to check: the default loss of beta-nmf, Itakura-Saito, has no zeros, of which the checks are full."""
    return NMF(solver=solver, loss="kullback-leibler" if solver == "beta-nmf" else None)


@pytest.mark.parametrize("solver", sorted(set(catalog()) - set(NO_TRANSFORMER)))
def test_check_estimator(solver):
    failed = {}
    for instance, check in check_estimator(estimator(solver), generate_only=True):
        name = getattr(check, "func", check).__name__
        try:
            check(instance)
        except Exception as err:
            failed[name] = str(err)
    if solver in REASONS:
        assert all(
            "fit_transform and transform outcomes not consistent" in failed.pop(name, "it passes: take it off the list")
            for name in APART
        ), (solver, failed)
    assert not failed


@pytest.mark.parametrize("solver", sorted(NO_TRANSFORMER))
def test_no_transformer(solver):
    X = np.random.default_rng(0).random((20, 20))
    with pytest.raises(ValueError, match="no basis that transform could use"):
        NMF(solver=solver).fit(X)


def test_every_solver_is_one_or_the_other():
    assert set(NO_TRANSFORMER) <= set(catalog()) and set(REASONS) <= set(catalog()) - set(NO_TRANSFORMER)


def test_options_are_parameters():
    nmf = NMF(3, solver="hals", l1_w=0.5)
    assert nmf.get_params()["l1_w"] == 0.5 and nmf.l1_w == 0.5
    assert clone(nmf).get_params() == nmf.get_params()
    assert clone(nmf).set_params(l1_w=1.0, l2_h=2).get_params()["l2_h"] == 2
    assert "l1_w=0.5" in repr(nmf)
    X = np.random.default_rng(0).random((30, 10))
    plain, penalised = NMF(3, tol=0, max_iter=2000).fit(X), NMF(3, tol=0, max_iter=2000, l1_w=5.0).fit(X)
    assert penalised.run_["options"]["l1-w"] == 5 and penalised.reconstruction_err_ > plain.reconstruction_err_
    restored = pickle.loads(pickle.dumps(penalised))
    assert np.array_equal(restored.transform(X), penalised.transform(X))


def test_pipeline_grid_and_jobs():
    X, y = load_digits(return_X_y=True)
    pipeline = make_pipeline(NMF(8, max_iter=60), MaxAbsScaler(), LogisticRegression(max_iter=2000))
    grid = GridSearchCV(pipeline, {"nmf__n_components": [4, 24], "nmf__l1_w": [0.0, 1.0]}, cv=3, n_jobs=2).fit(
        X[:600], y[:600]
    )
    assert grid.best_params_["nmf__n_components"] == 24 and grid.best_score_ > 0.8
    assert grid.score(X[600:900], y[600:900]) > 0.75
    one = cross_val_score(pipeline, X[:300], y[:300], cv=3)
    assert np.array_equal(one, cross_val_score(pipeline, X[:300], y[:300], cv=3, n_jobs=3))


def test_score_chooses_by_samples_held_out():
    X = load_digits().data[:300]
    scores = GridSearchCV(NMF(), {"n_components": [1, 5, 20]}, cv=3).fit(X).cv_results_["mean_test_score"]
    assert np.all(np.diff(scores) > 0) and 0 < scores[0] < scores[-1] < 1
    nmf = NMF(5).fit(X)
    assert np.isclose(nmf.score(X), 1 - np.sum((X - nmf.transform(X) @ nmf.components_) ** 2) / np.sum(X**2))


def test_frames_in_and_out():
    pd = pytest.importorskip(
        "pandas", reason="pandas is not installed: frames are not tested; apt-get install python3-pandas"
    )
    X = pd.DataFrame(np.random.default_rng(0).random((12, 4)), columns=list("abcd"), index=[f"s{i}" for i in range(12)])
    nmf = NMF(2).set_output(transform="pandas").fit(X)
    out = nmf.transform(X)
    assert list(nmf.feature_names_in_) == list("abcd")
    assert list(out.columns) == ["nmf0", "nmf1"] and list(out.index) == list(X.index)
    assert list(nmf.fit_transform(X).columns) == ["nmf0", "nmf1"]
    with pytest.raises(ValueError, match="feature names"):
        nmf.transform(X[list("bacd")])
    columns = (
        ColumnTransformer([("parts", NMF(1), ["a", "b"])], remainder="passthrough")
        .set_output(transform="pandas")
        .fit_transform(X)
    )
    assert columns.shape == (12, 3)
