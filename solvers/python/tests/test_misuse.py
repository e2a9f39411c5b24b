"""What is easily got wrong: names of options, masks, classes, words of other packages."""
import os
import signal
import subprocess
import sys
import time
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import nmfrepro
from nmfrepro import NMF
from nmfrepro._program import ProgramError


@pytest.fixture
def X():
    return np.random.default_rng(0).random((12, 5))


def fitted(X, y=None, **params):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return NMF(2, **params).fit(X, y)


def test_lambda_is_an_option(X):
    three = fitted(X, solver="gnmf", lambda_=3)
    assert three.run_["options"]["lambda"] == 3 and three.get_params()["lambda_"] == 3
    assert fitted(X, solver="gnmf", **{"lambda": 3}).run_["options"] == three.run_["options"]
    assert NMF(2, solver="gnmf").set_params(lambda_=5).get_params()["lambda_"] == 5
    assert "lambda_=3" in repr(three), "which Python reads"
    clone = pytest.importorskip("sklearn.base").clone
    assert clone(three).fit(X).run_["options"]["lambda"] == 3


@pytest.mark.parametrize("name", ["foo_", "_foo", "l1_w_", "max_iter_"])
def test_no_option_is_dropped(X, name):
    with pytest.raises(TypeError, match=f"no parameter or option '{name}'"):
        NMF(2, **{name: 3})
    with pytest.raises(ValueError, match=f"Invalid parameter '{name}'"):
        NMF(2).set_params(**{name: 3})
    nmf = NMF(2)
    if name.endswith("_"):
        setattr(nmf, name, 3)
        with pytest.raises(TypeError, match=f"no option '{name}'"):
            nmf.fit(X)


def test_masked_arrays_keep_their_mask(X):
    mask = np.zeros(X.shape, dtype=bool)
    mask[3, 4] = mask[0, 0] = True
    holes = np.where(mask, np.nan, X)
    expected = fitted(holes, init="scaled").components_
    spoilt = np.where(mask, 9999, X)
    assert np.array_equal(fitted(np.ma.array(spoilt, mask=mask), init="scaled").components_, expected)
    assert spoilt[3, 4] == 9999, "the caller's array is as it was"
    whole = (X * 100).astype(int)
    counts = fitted(np.ma.array(whole, mask=mask), init="scaled")
    assert counts.run_["known_entries"] == 58
    assert np.array_equal(fitted(np.ma.array(X)).components_, fitted(X).components_)
    assert fitted(X).transform(np.ma.array(spoilt, mask=mask)).shape == (12, 2)
    assert fitted(np.ma.array(spoilt.astype(np.float32), mask=mask), init="scaled").components_.dtype == np.float32


def test_rows_of_masked_arrays_keep_their_mask(X):
    mask = np.zeros(X.shape, dtype=bool)
    mask[3, 4] = True
    rows = list(np.ma.array(np.where(mask, 9999, X), mask=mask))
    expected = fitted(np.where(mask, np.nan, X), init="scaled").components_
    assert np.array_equal(fitted(rows, init="scaled").components_, expected)
    assert np.array_equal(fitted(tuple(rows), init="scaled").components_, expected)


def test_factors_to_begin_with_are_known(X):
    sparse = pytest.importorskip("scipy.sparse")
    W, H = np.ones((12, 2)), np.random.default_rng(1).random((2, 5))
    same = fitted_from(X, W, H).components_
    assert np.array_equal(fitted_from(X, sparse.csr_matrix(W), sparse.csc_matrix(H)).components_, same)
    for wrong, says in (
        (np.ma.array(W, mask=np.arange(24).reshape(12, 2) == 5), r"W\[2, 1\] is unknown"),
        (np.where(np.arange(24).reshape(12, 2) == 5, np.nan, W), r"W\[2, 1\] is unknown"),
        (np.where(np.arange(24).reshape(12, 2) == 5, -1, W), r"W\[2, 1\] is -1, want a finite value"),
        (W[:, :1], r"W is 12×1, want 12×2"),
    ):
        with pytest.raises(ValueError, match=says):
            fitted_from(X, wrong, H)


def fitted_from(X, W, H):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return NMF(2, init="custom").fit(X, W=W, H=H)


def test_objects_and_what_is_no_number(X):
    pd = pytest.importorskip("pandas")
    sparse = pytest.importorskip("scipy.sparse")
    holes = X.copy()
    holes[3, 4] = np.nan
    expected = fitted(holes, init="scaled").components_
    for hole in (None, pd.NA, pd.NaT, np.nan):
        objects = X.astype(object)
        objects[3, 4] = hole
        assert np.array_equal(fitted(objects, init="scaled").components_, expected), hole
    assert fitted(sparse.csr_matrix((4, 3)), init="scaled").reconstruction_err_ == 0
    for wrong, says in (
        (pd.DataFrame({"a": X[:, 0], "t": pd.to_timedelta(np.arange(12), unit="s")}), "1 of 2 columns hold no numbers: 't'"),
        (pd.DataFrame({"s": pd.to_timedelta(np.arange(12), unit="s"), "t": pd.to_timedelta(np.arange(12), unit="s")}), "2 of 2 columns"),
        ((X * 10).astype("timedelta64[s]"), "X holds times"),
        ((X * 10).astype("datetime64[s]"), "X holds dates"),
        (sparse.csr_matrix((np.array([1, 2], dtype=object), [0, 1], [0, 1, 2]), shape=(2, 2)), "X is sparse and holds objects"),
        ({"a": [1, 2]}, "X is a dict, want an array"),
        (None, "X is a NoneType"),
        ("X.csv", "X is a str"),
    ):
        with pytest.raises(ValueError, match=says):
            fitted(wrong)


def test_notes_name_places_as_python_does(X):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(X, columns=list("abcde"), index=[f"s{k}" for k in range(12)])
    frame.iloc[3] = np.nan
    with pytest.warns(UserWarning, match=r"no value is known of samples 's3'"):
        nmf = NMF(2, init="scaled").fit(frame)
    assert any("'s3'" in note for note in nmf.run_["notes"])
    with pytest.warns(UserWarning, match=r"no value is known of samples X\[3\]"):
        assert not fitted(X).transform(frame.to_numpy())[3].any()
    constant = frame.fillna(1.0).assign(c=0.1)
    with pytest.warns(UserWarning, match="do not vary have the weight 0 .*'c'"):
        found = nmfrepro.consensus(constant, 2, starts=3, normalize="variance")
    assert not any("/" in note for note in found.run["notes"])


def test_doubts_are_no_convergence_warnings(X):
    exceptions = pytest.importorskip("sklearn.exceptions")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        NMF(2, l1_w=0.1, max_iter=5000, tol=0.01).fit(X)
    doubts = [w for w in caught if "the penalty is on W alone" in str(w.message)]
    assert doubts and not any(issubclass(w.category, exceptions.ConvergenceWarning) for w in doubts)
    assert "set unit_h=True, or a penalty on H too (l2_h)" in str(doubts[0].message)


@pytest.mark.parametrize(
    ("option", "says"),
    [("seed", "random_state"), ("rank", "n_components"), ("mask", "NaN in X"), ("n_iter", "max_iter"), ("sample_weight", "nothing: weights"), ("alphaW", "alpha_W and alpha_H"), ("nrun", "n_starts")],
)
def test_names_of_other_packages_are_hinted(X, option, says):
    with pytest.raises(ValueError, match=f"no option {option}; here it is {says}"):
        NMF(2, **{option: 1}).fit(X)


def test_dates_are_classes(X):
    days = np.array(["2026-01-01", "2026-01-02", "2026-01-03"], dtype="datetime64[D]")[np.arange(12) % 3]
    learnt = fitted(X, days, solver="lcnmf").components_
    assert np.array_equal(learnt, fitted(X, np.arange(12) % 3, solver="lcnmf").components_)
    with pytest.raises(ValueError, match="y holds -2, want classes from 0"):
        fitted(X, np.arange(12) - 2, solver="lcnmf")


def test_sparse_with_unknown_entries(X):
    sparse = pytest.importorskip("scipy.sparse")
    X[X < 0.3] = 0
    X[3, 4] = np.nan
    stored = fitted(sparse.csr_matrix(X), init="scaled")
    np.testing.assert_allclose(stored.components_, fitted(X, init="scaled").components_, rtol=1e-9)
    holes = np.where(X == 0, np.nan, X)
    absent = fitted(sparse.csr_matrix(np.nan_to_num(X)), init="scaled", absent="unknown")
    np.testing.assert_allclose(absent.components_, fitted(holes, init="scaled").components_, rtol=1e-6, atol=1e-9)
    assert absent.run_["known_entries"] == np.count_nonzero(np.nan_to_num(X))
    np.testing.assert_allclose(absent.transform(sparse.csr_matrix(np.nan_to_num(X))), absent.transform(holes), rtol=1e-6, atol=1e-9)
    with pytest.raises(ValueError, match="absent"):
        NMF(2, absent="none").fit(sparse.csr_matrix(X))


def test_a_sample_without_known_entries_warns(X):
    X[3] = np.nan
    with pytest.warns(UserWarning, match=r"no value is known of samples X\[3\]: their components and coefficients are 0"):
        NMF(2, init="scaled").fit(X)


def test_classes_are_what_they_say(X):
    def learnt(y):
        return fitted(X, y, solver="lcnmf").components_

    codes = np.arange(12) % 3
    expected = learnt(codes)
    for words in (["A", "B", "C"], ["A,1", "B\t2", 'C"3'], ["x\ny", "y", "z;"], ["", "NA", "class"], ["#a", "[b", "{c"], ["PAR1", "RDX", "X"]):
        words = sorted(words)
        assert np.array_equal(learnt([words[k] for k in codes]), expected), words
    assert np.array_equal(learnt(codes.reshape(-1, 1)), expected)
    assert np.array_equal(learnt(codes.astype(float)), expected)
    unknown = codes.copy()
    unknown[5] = -1
    some = learnt(unknown)
    assert not np.array_equal(some, expected)
    for hole in (None, np.nan):
        assert np.array_equal(learnt([hole if k == 5 else "abc"[c] for k, c in enumerate(codes)]), some)
    assert np.array_equal(learnt(np.ma.array(codes, mask=np.arange(12) == 5)), some)
    frame = pd.DataFrame(X, index=[f"s{k}" for k in range(12)], columns=[f"f{k}" for k in range(X.shape[1])])
    more = pd.Series(["D", *"ABC" * 4], index=["other", *frame.index])[::-1]  # of more samples than X has, in another order
    assert np.array_equal(fitted(frame, more, solver="lcnmf").components_, expected)
    with pytest.raises(ValueError, match="the index of y names others than X: y lacks ..s3"):
        fitted(frame, more.rename({"s3": "s33"}), solver="lcnmf")
    with pytest.raises(ValueError, match="y holds 11 classes, and X has 12 samples"):
        learnt(codes[:11])
    with pytest.raises(ValueError, match="y holds 0.5, want whole numbers or text"):
        learnt(codes + 0.5)


def test_words_of_other_packages(X):
    assert fitted(X, solver="cd").run_["solver"] == "hals" and fitted(X, solver="mu").run_["solver"] == "nmf"
    assert fitted(X, solver="brunet").run_["solver"] == "nmf-kl" and fitted(X, solver="lee").run_["solver"] == "nmf"
    for loss in ("kullback-leibler", "KL", 1):
        assert fitted(X, loss=loss).run_["solver"] == "nmf-kl" and fitted(X, beta_loss=loss, solver="mu").run_["solver"] == "nmf-kl"
    assert fitted(X, beta_loss="itakura-saito").run_["options"]["beta"] == 0
    assert fitted(X, loss=1.5).run_["options"]["beta"] == 1.5
    assert fitted(X, init=None).init_ == "nndsvda"
    for params, says in (
        ({"solver": "snmf/r"}, "no solver snmf/r; take sparse coefficients: hals with l1_h"),
        ({"solver": "nsNMF"}, "no solver nsNMF; take nmf-kl with smoothing"),
        ({"solver": "quite-other"}, r"unknown solver \"quite-other\"; nmfrepro.solvers\(\) names them"),
        ({"init": "nndsvdar"}, "init='nndsvdar' is not here; take nndsvda"),
        ({"init": "warm"}, "init='warm' is not here; take custom with W and H"),
        ({"init": "NNSVD"}, "init='NNSVD', want one of"),
        ({"init": "foo"}, "want one of 'nndsvda', .*'custom'"),
        ({"loss": "frobenius", "beta_loss": "kullback-leibler"}, "drop one of them"),
        ({"solver": "pnmf", "loss": 1.5}, "only beta-nmf"),
    ):
        with pytest.raises(ValueError, match=says):
            fitted(X, **params)


@pytest.mark.parametrize("loss", ["frobenius", "kullback-leibler"])
@pytest.mark.parametrize("l1_ratio", [0.0, 0.3, 1.0])
def test_penalties_of_scikit_learn(X, loss, l1_ratio):
    """The same objective has the same minimum: from the factors that scikit-learn ends with, nothing moves."""
    decomposition = pytest.importorskip("sklearn.decomposition")
    weights = {"alpha_W": 0.01, "alpha_H": 0.02, "l1_ratio": l1_ratio}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = decomposition.NMF(2, solver="mu", beta_loss=loss, tol=0, max_iter=20000, init="nndsvda", **weights)
        W = theirs.fit_transform(X)
        ours = NMF(2, solver="mu", loss=loss, init="custom", tol=0, max_iter=2000, **weights)
        coefficients = ours.fit_transform(X, W=W, H=theirs.components_)
    np.testing.assert_allclose(ours.components_, theirs.components_, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(coefficients, W, rtol=1e-3, atol=1e-4)
    with pytest.raises(ValueError, match="alpha_W='a', want a number"):
        fitted(X, alpha_W="a")
    with pytest.raises(ValueError, match="'pnmf' takes no penalties alpha_W"):
        fitted(X, solver="pnmf", alpha_W=0.1)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"max_iter": 10.0}, "max_iter=10.0, want a whole number"),
        ({"max_iter": "010"}, "max_iter='010', want a whole number"),
        ({"n_starts": 2.0}, "n_starts=2.0, want a whole number"),
        ({"tol": "1e-4"}, "tol='1e-4', want a number"),
        ({"l1_w": "010"}, "l1_w='010' is text, want a number"),
        ({"l1_w": [1]}, "l1_w is a list"),
        ({"solver": None}, "solver=None, want the name"),
        ({"solver": 3}, "solver=3, want the name"),
    ],
)
def test_numbers_are_numbers(X, params, says):
    with pytest.raises(ValueError, match=says):
        NMF(2, **params).fit(X)


def test_studies_say_what_they_want(X):
    for arguments, says in (
        ({"ranks": [1.9, 2.2]}, "ranks=1.9, want a whole number"),
        ({"ranks": [True]}, "ranks=True, want a whole number"),
        ({"starts": 2.5}, "starts=2.5, want a whole number"),
        ({"solvers": [""]}, "want names"),
        ({"random_state": -1}, "random_state=-1, want a whole number ≥ 0"),
    ):
        with pytest.raises(ValueError, match=says):
            nmfrepro.rank(X, **{"ranks": "1..2", "starts": 2, **arguments})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = nmfrepro.rank(X, ranks=[1, 2], solvers="hals", starts=2, folds=2, max_iter=20)
    assert list(table["solver"]) == ["hals", "hals"]


def test_names_of_any_kind_decide(X):
    pd = pytest.importorskip("pandas")
    for names in (
        pd.MultiIndex.from_product([["a"], list("vwxyz")]),
        pd.date_range("2026-01-01", periods=5),
        [10, 20, 30, 40, 50],
        list("abcde"),
    ):
        frame = pd.DataFrame(X, columns=names)
        nmf = fitted(frame)
        assert nmf.transform(frame).shape == (12, 2)
        with pytest.raises(ValueError, match="feature names should match"):
            nmf.transform(frame.iloc[:, ::-1])
    assert fitted(pd.DataFrame(X, columns=range(5))).transform(pd.DataFrame(X)).shape == (12, 2)


def test_decimals(X):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": X[:, 0], "b": [Decimal(repr(v)) for v in X[:, 1]]})
    assert np.array_equal(fitted(frame).components_, fitted(X[:, :2]).components_)


def test_auto_components(X):
    W, H = np.ones((12, 3)), np.random.default_rng(1).random((3, 5))
    for count in (None, "auto"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nmf = NMF(count, init="custom").fit(X, W=W, H=H)
        assert nmf.n_components_ == 3
        with pytest.raises(ValueError, match="is that of W or H"):
            NMF(count).fit(X)
    assert np.isclose(nmf.shares_.sum(), 1)


def test_inverse_of_another_width(X):
    with pytest.raises(ValueError, match="X has 3 columns, want the 2 coefficients"):
        fitted(X).inverse_transform(np.ones((4, 3)))


def test_the_warning_says_how_far_it_moved(X):
    with pytest.warns(UserWarning, match=r"in max_iter=20 iterations \(the last 10 changed the objective by .* of it\)"):
        NMF(2, tol=1e-12, max_iter=20).fit(X)


def test_messages_have_no_file(X):
    X[3, 4] = -1
    with pytest.raises(ValueError) as refused:
        NMF(2).fit(X)
    assert "file" not in str(refused.value) and "X[3, 4] is -1.0" in str(refused.value)


def test_a_program_that_writes_nothing(X, tmp_path, monkeypatch):
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    silent.chmod(0o700)
    monkeypatch.setenv("NMFREPRO_PROGRAM", str(silent))
    for call in (lambda: NMF(2, init="scaled").fit(X), lambda: nmfrepro.rank(X, starts=2), lambda: nmfrepro.consensus(X, 2, starts=2)):
        with pytest.raises(ProgramError, match="is it nmfrepro"):
            call()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_sigterm_leaves_nothing(tmp_path):
    text = (
        "import numpy as np, nmfrepro\n"
        "print('begin', flush=True)\n"
        "nmfrepro.NMF(3, tol=0, max_iter=10**9).fit(np.random.default_rng(0).random((50, 20)))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", text], env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}, stdout=subprocess.PIPE)
    process.stdout.readline()
    end = time.time() + 60
    while not list(tmp_path.glob("nmfrepro-*/X.npy")) and time.time() < end:
        time.sleep(0.01)
    process.terminate()
    assert process.wait(60) == -signal.SIGTERM
    process.stdout.close()
    assert not list(tmp_path.iterdir())


def test_alike_and_empty_components_warn_by_their_places(X):
    twins = np.abs(np.vstack([X[0], X[5], X[5] * 2 + 1e-9]))
    with pytest.warns(UserWarning, match=r"^components 1, 2 are nearly the same \(cosine 0.98 or more\); a lower rank may do as well"):
        m = NMF(3, init="custom", max_iter=0, tol=0).fit(X, W=np.ones((len(X), 3)), H=twins)
    assert any(w.startswith("components 1, 2 are") for w in m.run_["warnings"])
    with pytest.warns(UserWarning, match=r"^component 1 came out empty"):
        NMF(2, init="custom", max_iter=0, tol=0).fit(X, W=np.ones((len(X), 2)), H=np.vstack([X[0], 0 * X[0]]))
    with pytest.warns(UserWarning, match=r"^components 1, 2 are nearly the same"):
        nmfrepro.project(X, twins)


class Annotated:
    """Has the parts of an AnnData that matter."""

    def __init__(self, X, layers=None, raw=None):
        self.X, self.layers, self.raw = X, layers or {}, raw
        self.obs_names, self.var_names = [f"cell{k}" for k in range(12)], [f"gene{k}" for k in range(5)]


def test_anndata_by_its_parts(X):
    from scipy import sparse

    data = Annotated(sparse.csr_matrix(X), {"counts": 2 * X}, Annotated(3 * X))
    plain = fitted(X)
    assert np.allclose(fitted(data).components_, plain.components_)
    assert np.allclose(fitted(data).transform(data), plain.transform(X))
    assert np.allclose(fitted(data, layer="counts").reconstruction_err_, 2 * plain.reconstruction_err_, rtol=1e-6)
    assert np.allclose(fitted(data, layer="raw").reconstruction_err_, 3 * plain.reconstruction_err_, rtol=1e-6)
    assert np.allclose(nmfrepro.project(data, plain.components_, layer="counts").coefficients, nmfrepro.project(2 * X, plain.components_).coefficients)
    with pytest.raises(ValueError, match="layer='logs', want one of 'counts'"):
        NMF(2, layer="logs").fit(data)
    with pytest.raises(ValueError, match="layer='counts' is one of an AnnData, and X is a ndarray"):
        nmfrepro.project(X, plain.components_, layer="counts")
    with pytest.raises(ValueError, match="this AnnData has no X; take one of its layers by layer=: 'counts'"):
        NMF(2).fit(Annotated(None, {"counts": X}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = nmfrepro.rank(data, "1..2", "nmf", starts=2, folds=2, max_iter=5, layer="counts")
        common = nmfrepro.consensus(data, 2, starts=3, max_iter=20)
    assert len(table["rank"]) == 2 and common.components.shape == (2, 5)


def test_what_asks_for_nothing_is_accepted(X):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        NMF(2, verbose=0, shuffle=False, tol=0).fit(X)
        NMF(2, verbose=1, tol=0).fit(X)
    with pytest.raises(ValueError, match="no option shuffle; here it is nothing"):
        NMF(2, shuffle=True).fit(X)


@pytest.mark.parametrize("typed, meant", [("n_component", "n_components"), ("max_itr", "max_iter"), ("random_stat", "random_state"), ("alpha_w", "alpha_W"), ("l1_ww", "l1_w")])
def test_a_typing_error_names_what_is_meant(X, typed, meant):
    with pytest.raises(ValueError, match=f"no option .*{typed}.*{meant}"):
        NMF(2, **{typed: 3}).fit(X)


def test_three_dimensions_have_their_own_sentence(X):
    with pytest.raises(ValueError, match=r"3 dimensions, 3 × 4 × 5, want 2: .*X.reshape\(len\(X\), -1\)"):
        NMF(2).fit(X.reshape(3, 4, 5))


def test_a_line_is_warned_once_of_each_fold(X):
    X = np.where(X < 0.3, 0, X)
    X[:9, 0] = 0
    nmf = fitted(X[:9], solver="nmf-kl")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for k in range(3):
            nmf.transform(X[9 + k :] + 0.5)
    assert sum("every component is 0" in str(one.message) for one in told) == 1


@pytest.mark.parametrize(
    "call, arguments, says",
    [
        (nmfrepro.rank, {"k": 3}, "rank has no argument k; here it is ranks"),
        (nmfrepro.rank, {"max_iterations": 3}, "here it is max_iter|did you mean max_iter"),
        (nmfrepro.rank, {"beta_loss": "kl"}, "rank has no argument beta_loss; the solver says the loss"),
        (nmfrepro.rank, {"strats": 3}, "did you mean starts"),
        (nmfrepro.rank, {"qqq": 3}, "no argument qqq, want some of X, ranks"),
        (nmfrepro.consensus, {"k": 3}, "consensus has no argument k; here it is n_components"),
        (nmfrepro.consensus, {"n_components": 2, "nrun": 3}, "here it is starts"),
        (nmfrepro.consensus, {"n_components": 2, "densify": True}, "here it is nothing: what is sparse stays sparse"),
        (nmfrepro.project, {"components": 0, "maxit": 3}, "here it is max_iter"),
        (nmfrepro.project, {"components": 0, "upper_bound": 3}, "factors have no upper bound"),
    ],
)
def test_words_of_others_in_functions(X, call, arguments, says):
    with pytest.raises(TypeError, match=says):
        call(X, **arguments)


@pytest.mark.parametrize(
    "word, says",
    [("prng", "random_state"), ("rcond", "nothing"), ("min_residuals", "tol"), ("test_conv", "every 10"), ("upper_bound", "no upper bound"),
     ("densify", "stays sparse"), ("sub_iter", "within an iteration"), ("skip", "--drop is of the command line"), ("neighbours_", "none begins or ends")],
)
def test_words_of_others_in_fits(X, word, says):
    with pytest.raises((TypeError, ValueError), match=says):
        fitted(X, **{word: 1})
