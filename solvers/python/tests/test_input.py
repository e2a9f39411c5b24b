"""What NMF takes, and what it says of what it does not."""
import warnings

import numpy as np
import pytest

from nmfrepro import NMF


@pytest.fixture
def X():
    return np.random.default_rng(0).random((12, 5))


def fitted(X, **params):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return NMF(2, **params).fit(X)


def test_the_same_numbers_from_every_kind_of_matrix(X):
    sparse = pytest.importorskip("scipy.sparse")
    X[X < 0.3] = 0
    components = fitted(X).components_
    for same in (
        np.asfortranarray(X),
        X.tolist(),
        X.astype(object),
        np.repeat(X, 2, axis=1)[:, ::2],
        X.astype(">f8"),
        X.astype(np.longdouble),
    ):
        assert np.array_equal(components, fitted(same).components_)
    expected = fitted(sparse.csr_matrix(X)).components_
    np.testing.assert_allclose(expected, components, rtol=1e-9)
    parts = sparse.coo_matrix(
        (np.r_[X[X > 0] / 4, X[X > 0] * 3 / 4], (np.tile(np.nonzero(X)[0], 2), np.tile(np.nonzero(X)[1], 2))),
        shape=X.shape,
    )
    for kind in (
        sparse.csc_matrix,
        sparse.coo_matrix,
        sparse.lil_matrix,
        sparse.dok_matrix,
        sparse.bsr_matrix,
        sparse.dia_matrix,
        sparse.csr_array,
    ):
        assert np.array_equal(expected, fitted(kind(X)).components_), kind
    np.testing.assert_allclose(fitted(parts).components_, expected, rtol=1e-9)
    assert parts.nnz == 2 * np.count_nonzero(X), "the caller's matrix is as it was"


def test_small_integers_and_half_floats(X):
    counts = (X * 100).astype(np.uint8)
    assert np.array_equal(fitted(counts).components_, fitted(counts.astype(float)).components_)
    assert fitted(X.astype(np.float16)).components_.shape == (2, 5)
    assert fitted(X > 0.5).components_.shape == (2, 5)


def test_frames(X):
    pd = pytest.importorskip(
        "pandas", reason="pandas is not installed: frames are not tested; apt-get install python3-pandas"
    )
    expected = fitted(X).components_
    assert np.array_equal(expected, fitted(pd.DataFrame(X)).components_)
    named = fitted(pd.DataFrame(X, columns=list("abcde")))
    assert list(named.feature_names_in_) == list("abcde")
    counts = pd.DataFrame((X * 10).astype(int), columns=list("abcde")).astype("Int64")
    counts.loc[3, "b"] = pd.NA
    incomplete = (X * 10).astype(int).astype(float)
    incomplete[3, 1] = np.nan
    assert np.array_equal(fitted(counts).components_, fitted(incomplete).components_)
    zeros = np.where(X < 0.3, 0, X)
    for fill in (0, 1):  # with 0 it stays sparse
        sparse = pd.DataFrame({c: pd.arrays.SparseArray(zeros[:, k], fill_value=fill) for k, c in enumerate("abcde")})
        np.testing.assert_allclose(fitted(sparse).components_, fitted(zeros).components_, rtol=1e-9)


def test_frames_with_text_are_refused_by_column():
    pd = pytest.importorskip(
        "pandas", reason="pandas is not installed: frames are not tested; apt-get install python3-pandas"
    )
    frame = pd.DataFrame(
        {
            "length": [1.0, 2.0],
            "species": ["setosa", "virginica"],
            "day": pd.to_datetime(["2026-01-01", "2026-01-02"]),
            "n": [1, 2],
        }
    )
    with pytest.raises(
        ValueError, match=r"2 of 4 columns hold no numbers: 'species' \('setosa'\), 'day' .*select_dtypes\('number'\)"
    ):
        NMF(2).fit(frame)
    with pytest.raises(ValueError, match="text"):
        NMF(2).fit(np.array([["a", "b"], ["c", "d"]]))
    with pytest.raises(ValueError, match="text"):
        NMF(2).fit(np.array([["1", 2.0], [3.0, 4.0]], dtype=object))


def test_unknown_entries(X):
    whole = fitted(X, init="scaled", tol=0, max_iter=500)
    X[3, 4] = np.nan
    with pytest.warns(UserWarning, match="init='nndsvda' cannot be had, and 'scaled' was taken .*unknown"):
        nmf = NMF(2).fit(X)
    assert nmf.init_ == "scaled" and nmf.run_["known_entries"] == 59
    with pytest.warns(UserWarning, match="scaled"):
        coefficients = NMF(2).fit_transform(X)
    assert np.isclose(nmf.reconstruction_err_**2, np.nansum((X - coefficients @ nmf.components_) ** 2))
    assert nmf.transform(X).shape == (12, 2) and 0 < nmf.score(X) < 1
    with pytest.raises(ValueError, match=r"(?s)NaN.*X\[3, 4\] is nan.*Solvers that can: .*hals"):
        NMF(2, solver="pnmf").fit(X)
    with pytest.raises(ValueError, match=r"NaN.*X\[3, 4\] is nan"):
        fitted(np.nan_to_num(X), solver="pnmf").transform(X)
    assert whole.init_ == "scaled"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (-0.5, r"Negative values in data passed to NMF: X\[3, 4\] is -0.5 \(1 in all\); shift or clip.*convex-nmf"),
        (np.inf, r"inf.*X\[3, 4\] is inf"),
        (-np.inf, r"inf.*X\[3, 4\] is -inf"),
    ],
)
def test_values_that_cannot_be(X, value, says):
    sparse = pytest.importorskip("scipy.sparse")
    nmf = fitted(X)
    X[3, 4] = value
    for kind in (np.asarray, sparse.csr_matrix, sparse.csc_matrix):
        with pytest.raises(ValueError, match="(?s)" + says):
            NMF(2).fit(kind(X))
    if value == np.inf:
        with pytest.raises(ValueError, match="(?s)" + says):
            nmf.transform(X)


def test_names_of_what_is_wrong(X):
    pd = pytest.importorskip(
        "pandas", reason="pandas is not installed: frames are not tested; apt-get install python3-pandas"
    )
    X[3, 4] = -1
    with pytest.raises(ValueError, match=r"X\[3, 4\] is -1.0, sample 'Tuesday', feature 'height'"):
        NMF(2).fit(pd.DataFrame(X, index=[*"abc", "Tuesday", *"defghijk"], columns=[*"abcd", "height"]))


def test_shapes_that_cannot_be(X):
    with pytest.raises(ValueError, match=r"0 sample\(s\).*what selects its rows"):
        NMF(2).fit(X[:0])
    with pytest.raises(ValueError, match=r"0 feature\(s\).*what selects its columns"):
        NMF(2).fit(X[:, :0])
    with pytest.raises(ValueError, match=r"Reshape your data: X.reshape\(-1, 1\)"):
        NMF(2).fit(X[0])
    with pytest.raises(ValueError, match="Complex data not supported"):
        NMF(2).fit(X * 1j)
    with pytest.raises(
        ValueError, match="n_components=13 is above both sides of X, 12 samples × 5 features; want at most 12"
    ):
        NMF(13).fit(X)
    with pytest.warns(UserWarning, match="n_components|rank"):
        assert NMF(8).fit(X).components_.shape == (8, 5)
    with pytest.raises(ValueError, match="X has 4 features, but NMF is expecting 5 features"):
        fitted(X).transform(X[:, :4])


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"n_components": 0}, "n_components=0, want a whole number"),
        ({"n_components": 2.5}, "n_components=2.5, want a whole number"),
        ({"solver": "hal"}, 'hal.*"hals"'),
        ({"init": "nndsvd2"}, "init.*nndsvd2"),
        ({"max_iter": -1}, "max_iter = -1, want ≥ 0"),
        ({"tol": -1}, "tol = -1, want"),
        ({"random_state": -1}, "random_state=-1, want"),
        ({"n_starts": 0}, "n_starts = 0, want ≥ 1"),
        ({"loss": "sqared"}, "loss='sqared', want None or one of 'frobenius'"),
        ({"l1_v": 1}, 'no option l1_v, did you mean l1_w'),
        ({"l1_w": "many"}, 'l1_w = "many"'),
        ({"init": "custom"}, "needs both W"),
    ],
)
def test_parameters_that_cannot_be(X, params, says):
    with pytest.raises(ValueError, match=says):
        NMF(**{"n_components": 2, **params}).fit(X)


def test_custom_start_says_what_it_wants(X):
    with pytest.raises(ValueError, match="say init='custom'"):
        NMF(2).fit(X, W=np.ones((12, 2)), H=np.ones((2, 5)))
    with pytest.raises(ValueError, match="H is 3×5, want 2×5 for init='custom'"):
        NMF(2, init="custom").fit(X, W=np.ones((12, 3)), H=np.ones((3, 5)))


def test_warnings_of_the_program(X):
    with pytest.warns(UserWarning, match="did not converge to tol=1e-12 in max_iter=5"):
        NMF(2, tol=1e-12, max_iter=5).fit(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        NMF(2, tol=0, max_iter=5).fit(X)


def test_names_decide_what_belongs_to_what(X):
    pd = pytest.importorskip("pandas")
    samples = [f"s{i}" for i in range(12)]
    frame = pd.DataFrame(X, index=samples, columns=list("abcde"))
    rng = np.random.default_rng(1)
    order, W, H = rng.permutation(12), rng.random((12, 2)), rng.random((2, 5))
    graph = np.triu(rng.random((12, 12)) > 0.5, 1).astype(float)
    graph += graph.T
    named = pd.DataFrame(graph, index=samples, columns=samples)
    labels = np.arange(12) % 3

    def components(data, y=None, W=None, H=None, **params):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return NMF(2, tol=0, max_iter=20, **params).fit(data, y, W=W, H=H).components_

    custom = {"solver": "nmf", "init": "custom"}
    begun = components(X, W=W, H=H, **custom)
    frames = (pd.DataFrame(W, index=samples).iloc[order], pd.DataFrame(H, columns=frame.columns).iloc[:, ::-1])
    assert np.array_equal(begun, components(frame, W=frames[0], H=frames[1], **custom))
    plain = components(X, solver="gnmf", graph=graph)
    assert np.array_equal(plain, components(frame, solver="gnmf", graph=named.iloc[order, order[::-1]]))
    assert np.array_equal(plain, components(X, solver="gnmf", graph=named)), "X has no names"
    learnt = components(X, labels, solver="lcnmf")
    assert np.array_equal(learnt, components(frame, pd.Series(labels, index=samples).iloc[order], solver="lcnmf"))
    assert np.array_equal(learnt, components(frame, pd.Series(labels), solver="lcnmf")), "numbers that count are no names"
    for wrong, match in (
        (named.rename(index={"s0": "x"}), r"lacks \['s0'\], X lacks \['x'\]"),
        (named.iloc[1:], r"lacks \['s0'\], X lacks \[\]"),
        (named.rename(columns={"s0": "s1"}), "names occur twice"),
    ):
        with pytest.raises(ValueError, match=match):
            components(frame, solver="gnmf", graph=wrong)


def test_repeated_names_of_columns_are_told():
    pandas = pytest.importorskip("pandas")
    X = np.abs(np.random.default_rng(0).normal(size=(12, 4)))
    with pytest.warns(UserWarning, match="1 name of columns occurs more than once: a;"):
        NMF(2, max_iter=5, tol=0).fit(pandas.DataFrame(X, columns=["a", "b", "a", "c"]))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        NMF(2, max_iter=5, tol=0).fit_transform(pandas.DataFrame(X, columns=list("abcd")))
    assert not [w for w in told if "more than once" in str(w.message)]
