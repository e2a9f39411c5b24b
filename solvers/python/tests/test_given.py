"""Components that are given: fixed ones of NMF, and project, against SciPy and scikit-learn."""
import warnings

import numpy as np
import pytest

import nmfrepro
from nmfrepro import NMF


@pytest.fixture
def spectra():
    return np.random.default_rng(3).gamma(1.0, size=(4, 15)) + 0.05


@pytest.fixture
def mixed(spectra):
    rng = np.random.default_rng(4)
    return rng.gamma(0.7, size=(30, 4)) @ spectra * rng.uniform(0.6, 1.4, (30, 15)) + 0.01


def test_least_squares_are_those_of_scipy(spectra, mixed):
    nnls = pytest.importorskip("scipy.optimize").nnls
    noise = np.random.default_rng(8).gamma(0.5, size=(30, 15))  # which most components do not help to fit
    for X in (mixed, noise):
        solved = [nnls(spectra.T, x) for x in X]
        found = nmfrepro.project(X, spectra)
        np.testing.assert_allclose(found.coefficients, [h for h, _ in solved], rtol=1e-8, atol=1e-10)
        np.testing.assert_allclose(found.residuals, [error for _, error in solved], rtol=1e-8)
        np.testing.assert_allclose(found.relative_residuals, found.residuals / np.linalg.norm(X, axis=1))
        assert np.isclose(found.objective, (found.residuals**2).sum())
    assert (nmfrepro.project(noise, spectra).coefficients == 0).sum() > 10


@pytest.mark.parametrize("loss", ["kullback-leibler", "itakura-saito"])
def test_divergences_are_those_of_scikit_learn(spectra, mixed, loss):
    decomposition = pytest.importorskip("sklearn.decomposition")
    start = np.ones((30, 4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs, _, _ = decomposition.non_negative_factorization(
            mixed, W=start, H=spectra.copy(), n_components=4, init="custom", update_H=False, solver="mu", beta_loss=loss,
            tol=0, max_iter=30000,
        )
    found = nmfrepro.project(mixed, spectra, loss, tol=1e-10, max_iter=10**6)
    np.testing.assert_allclose(found.coefficients, theirs, rtol=2e-4, atol=2e-4 * theirs.max())
    for word in {"kullback-leibler": ("KL", 1), "itakura-saito": ("IS", 0)}[loss]:
        assert np.array_equal(nmfrepro.project(mixed, spectra, word).coefficients, nmfrepro.project(mixed, spectra, loss).coefficients)


def test_shares_and_labels(spectra):
    found = nmfrepro.project(np.array([[0, 0, 2.0, 0], [1, 0, 1.5, 0]]) @ spectra, spectra)
    np.testing.assert_allclose(found.shares[0], [0, 0, 1, 0], atol=1e-12)
    weights = np.array([1, 0, 1.5, 0]) * spectra.sum(axis=1)
    np.testing.assert_allclose(found.shares[1], weights / weights.sum(), atol=1e-10)
    assert found.labels.tolist() == [2, 2] and found.run["rank"] == 4


def test_names_decide(spectra, mixed):
    pd = pytest.importorskip("pandas")
    genes = [f"gene{j}" for j in range(15)]
    reference = pd.DataFrame(spectra, columns=genes, index=list("abcd"))
    samples = pd.DataFrame(mixed, columns=genes, index=[f"s{i}" for i in range(30)])
    plain = nmfrepro.project(mixed, spectra).coefficients
    found = nmfrepro.project(samples, reference[genes[::-1]])
    assert list(found.coefficients.columns) == list("abcd") and list(found.shares.index) == list(samples.index)
    assert np.array_equal(found.coefficients.to_numpy(), plain)
    assert np.array_equal(nmfrepro.project(samples, spectra).coefficients.to_numpy(), plain)  # without names: by position
    other = reference.rename(columns={"gene3": "other"})
    with pytest.raises(ValueError, match=r"columns of components names others than X: components lacks \['gene3'\], X lacks \['other'\]"):
        nmfrepro.project(samples, other)
    with pytest.raises(ValueError, match="columns of fixed names others than X"):
        NMF(5, fixed=other).fit(samples)
    turned = NMF(5, fixed=reference[genes[::-1]]).fit(samples)
    assert np.array_equal(turned.components_[:4], spectra)


def test_unknown_sparse_and_empty_samples(spectra, mixed):
    nnls = pytest.importorskip("scipy.optimize").nnls
    sparse = pytest.importorskip("scipy.sparse")
    holes = mixed.copy()
    holes[0, :5] = np.nan
    found = nmfrepro.project(holes, spectra)
    np.testing.assert_allclose(found.coefficients[0], nnls(spectra[:, 5:].T, mixed[0, 5:])[0], rtol=1e-8, atol=1e-10)
    for hidden in (np.ma.masked_invalid(holes), sparse.csr_matrix(np.nan_to_num(holes))):
        again = nmfrepro.project(hidden, spectra, absent="unknown")
        np.testing.assert_allclose(again.coefficients, found.coefficients, rtol=1e-8, atol=1e-10)
    nothing = mixed.copy()
    nothing[3], nothing[7] = np.nan, 0
    for loss in ("frobenius", "kullback-leibler"):
        with pytest.warns(UserWarning, match="2 samples have no known entry other than 0, and coefficients of 0: 3, 7"):
            empty = nmfrepro.project(nothing, spectra, loss)
        assert not empty.coefficients[[3, 7]].any() and empty.labels[[3, 7]].tolist() == [-1, -1]
        assert not empty.shares[[3, 7]].any() and np.isfinite(empty.residuals).all()
    nothing[3] = 0
    with pytest.warns(UserWarning, match="of 0: 3, 7"):
        nmfrepro.project(sparse.csc_matrix(nothing), spectra)


def wrong(spectra):
    """Components that cannot be, and what is said of them."""
    negative, unknown, infinite, empty = spectra.copy(), spectra.copy(), spectra.copy(), spectra.copy()
    negative[1, 2], unknown[1, 2], infinite[1, 2], empty[2] = -1, np.nan, np.inf, 0
    return [
        (negative, r"\[1, 2\] is -1.0, want a finite value ≥ 0"),
        (unknown, r"\[1, 2\] is nan, want a finite value"),
        (np.ma.masked_invalid(unknown), r"\[1, 2\] is nan, want a finite value"),
        (infinite, r"\[1, 2\] is inf"),
        (empty, r"\[2\] is 0 everywhere, and describes nothing"),
        (np.zeros((2, 15)), "0 everywhere.*2 in all"),
        (spectra[:, :9], r"of shape \(4, 9\), and X has 15 features"),
        (spectra.T, r"of shape \(15, 4\).*\.T meant"),
        (spectra[0], r"of shape \(15,\).*reshape\(1, -1\) is one component"),
        (spectra[:0], r"of shape \(0, 15\)"),
        (np.full((2, 15), "a"), "want numbers"),
        ({"a": 1}, "want numbers"),
    ]


def test_what_is_no_array(spectra, mixed):
    pd = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match=r"components: 1 of 16 columns hold no numbers: 'name' \('a'\).*components.select_dtypes"):
        nmfrepro.project(mixed, pd.DataFrame(spectra).assign(name=list("abcd")))
    with pytest.raises(ValueError, match="components is of NMF, want an array of numbers; pass its components_"):
        nmfrepro.project(mixed, NMF(3).fit(mixed))
    with pytest.raises(ValueError, match="components holds values of object, want numbers"):
        nmfrepro.project(mixed, None)


def test_what_is_wrong(spectra, mixed):
    for components, text in wrong(spectra):
        with pytest.raises(ValueError, match="^components.*" + text):
            nmfrepro.project(mixed, components)
        with pytest.raises(ValueError, match="^fixed.*" + text):
            NMF(20 if len(components) > 4 else 5, fixed=components).fit(mixed)
    for arguments, text in [
        ({"loss": "hinge"}, "loss='hinge', want one of 'frobenius'"),
        ({"loss": None}, "loss=None"),
        ({"absent": "never"}, "absent='never'"),
        ({"tol": "small"}, "tol='small', want a number"),
        ({"tol": -1}, "tol=-1, want a number ≥ 0"),
        ({"max_iter": 0}, "max_iter=0, want a whole number ≥ 1"),
    ]:
        with pytest.raises(ValueError, match=text):
            nmfrepro.project(mixed, spectra, **arguments)
    for loss in ("frobenius", "KL", "IS"):
        with pytest.raises(ValueError, match="^Negative values in data passed to project: X"):
            nmfrepro.project(-mixed, spectra, loss)
    with pytest.raises(ValueError, match="^Infinite values"):
        nmfrepro.project(mixed + np.inf, spectra)
    zeros = mixed.copy()
    zeros[2, 3] = 0
    with pytest.raises(ValueError, match="raise the zeros"):
        nmfrepro.project(zeros, spectra, "itakura-saito")
    with pytest.warns(UserWarning, match="30 samples did not reach tol=1e-07 in max_iter=2 iterations"):
        nmfrepro.project(mixed, spectra, "kullback-leibler", max_iter=2)


@pytest.mark.parametrize(
    ("solver", "loss"), [("hals", "frobenius"), ("nmf", "frobenius"), ("nmf-kl", "kullback-leibler"), ("beta-nmf", "itakura-saito")]
)
def test_all_components_fixed_is_project(spectra, mixed, solver, loss):
    nmf = NMF("auto", solver, fixed=spectra, loss=loss, tol=0, max_iter=20000)
    coefficients = nmf.fit_transform(mixed)
    assert np.array_equal(nmf.components_, spectra) and nmf.n_components_ == 4
    found = nmfrepro.project(mixed, spectra, loss, tol=1e-10, max_iter=10**6)
    np.testing.assert_allclose(coefficients, found.coefficients, rtol=1e-3, atol=2e-4 * found.coefficients.max())
    np.testing.assert_allclose(nmf.transform(mixed), found.coefficients, rtol=1e-3, atol=2e-4 * found.coefficients.max())


def test_the_free_components_are_found(spectra):
    rng = np.random.default_rng(6)
    spectra[3, :8], spectra[0, 8:], spectra[1, 4:9] = 0, 0, 0  # so that they can be told from each other
    weights = rng.gamma(0.4, size=(200, 4))
    nmf = NMF(4, fixed=spectra[:3], tol=0, max_iter=5000).fit(weights @ spectra)
    assert np.array_equal(nmf.components_[:3], spectra[:3])
    free, planted = nmf.components_[3], spectra[3]
    assert free @ planted / np.linalg.norm(free) / np.linalg.norm(planted) > 0.999
    assert nmf.reconstruction_err_ < 1e-3 * np.linalg.norm(weights @ spectra)


def test_fixed_beside_other_parameters(spectra, mixed):
    with pytest.raises(ValueError, match="fixed holds 4 components, and n_components=3; want at most 3"):
        NMF(3, fixed=spectra).fit(mixed)
    with pytest.raises(ValueError, match="pnmf: this method cannot hold components; these can: .*hals"):
        NMF(5, "pnmf", init="scaled", fixed=spectra).fit(mixed)
    with pytest.raises(ValueError, match="fixed and option normalize=w-l1 contradict each other"):
        NMF(5, fixed=spectra, normalize="w-l1").fit(mixed)
    with pytest.raises(ValueError, match="drop one of them"):
        NMF(5, fixed=spectra, init="custom").fit(mixed, W=np.ones((30, 5)), H=np.ones((5, 15)))
    nmf = NMF(5, fixed=spectra, random_state=3)
    base = pytest.importorskip("sklearn.base")
    assert np.array_equal(base.clone(nmf).fit(mixed).components_, nmf.fit(mixed).components_)
    assert nmf.get_params()["fixed"] is spectra and "fixed" not in nmf.run_
    small = NMF(5, fixed=spectra, max_iter=2000).fit(mixed.astype(np.float32))
    assert small.components_.dtype == np.float32 and np.array_equal(small.components_[:4], spectra.astype(np.float32))


def test_components_of_consensus_are_taken(mixed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = nmfrepro.consensus(mixed, 2, starts=6)
        projection = nmfrepro.project(mixed, found.components)
    np.testing.assert_allclose(projection.coefficients, found.coefficients, rtol=1e-6, atol=1e-8)


def test_a_divergence_that_is_infinite_is_told():
    X, components = np.array([[2.0, 5, 3, 3], [0, 2, 6, 2]]), np.array([[1.0, 2, 0, 1], [0, 1, 0, 1]])
    with pytest.warns(UserWarning, match=r"every component is 0 at features X\[:, 2\], where samples are not: the divergence is infinite"):
        nmfrepro.project(X, components, loss="kullback-leibler")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nmfrepro.project(X, components)
