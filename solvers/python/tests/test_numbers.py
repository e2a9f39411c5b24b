"""The numbers of NMF against scikit-learn, SciPy and algebra."""
import numpy as np
import pytest

from nmfrepro import NMF

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def planted():
    rng = np.random.default_rng(0)
    return rng.random((60, 5)) @ rng.random((5, 25)) + 0.1 * rng.random((60, 25))


@pytest.fixture
def start(planted):
    rng = np.random.default_rng(1)
    return rng.random((60, 4)) + 0.1, rng.random((4, 25)) + 0.1


@pytest.mark.parametrize(
    ("solver", "options", "theirs"),
    [
        ("hals", {}, {"solver": "cd", "shuffle": False}),
        (  # the program's W are the components, and l1-h = 2·features·alpha_W·l1_ratio, l2-h = features·alpha_W·(1 - l1_ratio)
            "hals",
            {"l1_h": 0.25, "l2_h": 0.125, "l1_w": 1.2, "l2_w": 0.6},
            {"solver": "cd", "shuffle": False, "alpha_W": 0.01, "alpha_H": 0.02, "l1_ratio": 0.5},
        ),
        ("nmf", {}, {"solver": "mu"}),
        ("nmf-kl", {}, {"solver": "mu", "beta_loss": "kullback-leibler"}),
    ],
)
def test_iterations_of_scikit_learn(planted, start, solver, options, theirs):
    """From the same factors, the same iterations give the same factors. Our W is their H transposed: so the other is first."""
    decomposition = pytest.importorskip("sklearn.decomposition")
    W, H = start
    ours = NMF(4, solver=solver, init="custom", order="h-first", max_iter=30, tol=0, **options)
    coefficients = ours.fit_transform(planted, W=W, H=H)
    their = decomposition.NMF(4, init="custom", max_iter=30, tol=0, **theirs)
    expected = their.fit_transform(planted, W=W.copy(), H=H.copy())
    np.testing.assert_allclose(coefficients, expected, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(ours.components_, their.components_, rtol=1e-8, atol=1e-10)
    assert ours.n_iter_ == 30 and ours.init_ == "custom"
    if theirs.get("beta_loss") is None:
        assert np.isclose(ours.reconstruction_err_, their.reconstruction_err_, rtol=1e-8)


def test_reconstruction_error_is_that_of_the_factors(planted):
    for solver in ("hals", "nmf-kl", "pnmf", "convex-nmf"):
        nmf = NMF(4, solver=solver)
        coefficients = nmf.fit_transform(planted)
        assert np.isclose(
            nmf.reconstruction_err_, np.linalg.norm(planted - coefficients @ nmf.components_), rtol=1e-10
        ), solver
        np.testing.assert_allclose(nmf.inverse_transform(coefficients), coefficients @ nmf.components_)


def test_transform_is_non_negative_least_squares(planted):
    optimize = pytest.importorskip("scipy.optimize")
    nmf = NMF(4).fit(planted)
    new = np.random.default_rng(2).random((7, 25))
    expected = np.array([optimize.nnls(nmf.components_.T, sample)[0] for sample in new])
    np.testing.assert_allclose(nmf.transform(new), expected, rtol=1e-8, atol=1e-10)


def test_transform_is_the_projection_of_a_projective_method(planted):
    nmf = NMF(4, solver="pnmf").fit(planted)
    np.testing.assert_allclose(nmf.transform(planted), planted @ nmf.components_.T, rtol=1e-10)


def test_same_numbers_each_time_and_on_any_cores(planted, monkeypatch):
    first = NMF(4, init="random").fit_transform(planted)
    monkeypatch.setenv("GOMAXPROCS", "1")
    assert np.array_equal(first, NMF(4, init="random").fit_transform(planted))
    assert not np.array_equal(first, NMF(4, init="random", random_state=2).fit_transform(planted))
    seeds = [
        NMF(4, init="random", random_state=make(3)).fit(planted).run_["seed"]
        for make in (np.random.RandomState, np.random.default_rng)
    ]
    assert len(set(seeds)) == 2


def test_the_best_of_several_starts(planted):
    several = NMF(4, init="random", n_starts=5).fit(planted)
    assert len(several.run_["start_objectives"]) == 5
    assert several.objective_ == min(several.run_["start_objectives"])


def test_loss_takes_the_method_of_the_family(planted):
    assert NMF(3, solver="nmf", loss="kullback-leibler").fit(planted).run_["solver"] == "nmf-kl"
    assert NMF(3, solver="nmf-cw", loss="kullback-leibler").fit(planted).run_["solver"] == "nmf-kl-cw"
    assert NMF(3, solver="hals", loss="frobenius").fit(planted).run_["solver"] == "hals"
    assert NMF(3, solver="beta-nmf", loss="kullback-leibler").fit(planted).run_["options"]["beta"] == 1
    assert NMF(3, loss="kullback-leibler").fit(planted).run_["solver"] == "nmf-kl"
    assert NMF(3, loss="itakura-saito").fit(planted + 0.1).run_["options"]["beta"] == 0
    with pytest.raises(ValueError, match="does not minimise loss='kullback-leibler'; these do: .*nmf-kl"):
        NMF(3, solver="convex-nmf", loss="kullback-leibler").fit(planted)
    with pytest.raises(ValueError, match="does not minimise loss='frobenius'"):
        NMF(3, solver="nmf-kl", loss="frobenius").fit(planted)
    with pytest.raises(ValueError, match="drop one of them"):
        NMF(3, solver="beta-nmf", loss="kullback-leibler", beta=0.5).fit(planted)


def test_float32_stays(planted):
    nmf = NMF(3)
    assert nmf.fit_transform(planted.astype(np.float32)).dtype == np.float32
    assert nmf.components_.dtype == np.float32 and nmf.transform(planted.astype(np.float32)).dtype == np.float32
    assert NMF(3).fit_transform((planted * 100).astype(int)).dtype == np.float64


def test_side_information(planted):
    labels = np.array([0, 1, 2] * 20)
    coefficients = NMF(3, solver="lcnmf").fit_transform(planted, labels)
    for label in range(3):  # samples of a class share their coefficients
        assert np.ptp(coefficients[labels == label], axis=0).max() < 1e-12
    unknown = labels.astype(object)
    unknown[:30] = None
    assert not np.array_equal(coefficients, NMF(3, solver="lcnmf").fit_transform(planted, unknown))
    graph = (labels[:, None] == labels) - np.eye(60)
    tied, free = (
        NMF(3, solver="gnmf", graph=g, tol=0, **{"lambda": 1e4}).fit_transform(planted) for g in (graph, "none")
    )
    spread = lambda c: sum(c[labels == k].std(axis=0).sum() for k in range(3)) / c.std(axis=0).sum()
    assert spread(tied) < 0.2 * spread(free)
    triplets = np.array([[0, 3, 1], [1, 4, 2]])
    run = NMF(3, solver="rpr-nmf", constraints=triplets, **{"lambda": 20})
    near = run.fit_transform(planted)
    for q, r, s in triplets:
        assert np.linalg.norm(near[q] - near[r]) < np.linalg.norm(near[q] - near[s])
    with pytest.raises(ValueError, match="whole numbers q, r, s"):
        NMF(3, solver="rpr-nmf", constraints=[[0.5, 1, 2]]).fit(planted)
