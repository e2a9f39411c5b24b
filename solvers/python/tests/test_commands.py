"""The verbs that end in a table."""
import numpy as np
import pytest

import nmfrepro

pd = pytest.importorskip(
    "pandas", reason="pandas is not installed: tables as data frames are not tested; apt-get install python3-pandas"
)


@pytest.fixture
def planted():
    rng = np.random.default_rng(0)
    return rng.random((60, 3)) @ rng.random((3, 20)) + 0.01 * rng.random((60, 20))


def test_rank(planted, tmp_path):
    table = nmfrepro.rank(
        planted, ranks=range(1, 6), solvers=["nmf", "hals"], starts=4, results=str(tmp_path / "results")
    )
    assert isinstance(table, pd.DataFrame) and list(table["rank"]) == [1, 2, 3, 4, 5] * 2
    assert table.attrs["recommended"]["rank"] == 3 and list(table[table["recommended"]]["rank"]) == [3]
    assert (
        (table["held_out_error_low"] <= table["held_out_error"])
        & (table["held_out_error"] <= table["held_out_error_high"])
    ).all()
    assert table[table["rank"] == 3]["silhouette"].min() > table[table["rank"] == 5]["silhouette"].max()
    again = nmfrepro.rank(
        planted, ranks=range(1, 6), solvers=["nmf", "hals"], starts=4, results=str(tmp_path / "results"), n_jobs=1
    )
    pd.testing.assert_frame_equal(table, again)  # seconds too: nothing was computed again
    frame = pd.DataFrame(planted, columns=[f"f{k}" for k in range(20)])
    pd.testing.assert_frame_equal(
        table.drop(columns="seconds"), nmfrepro.rank(frame, "1..5", ["nmf", "hals"], starts=4).drop(columns="seconds")
    )


def test_rank_says_what_is_wrong(planted):
    with pytest.raises(ValueError, match="ranks"):
        nmfrepro.rank(planted, ranks="5..1")
    with pytest.raises(ValueError, match=r"(?s)Negative values.*X\[0, 0\].*nmfrepro rank: X: nmf: "):
        nmfrepro.rank(-planted, ranks="1..2", solvers=["nmf"], starts=2)


def test_rank_with_runs_that_fail(planted):
    """Of an X of many zeros, Itakura-Saito divergences are infinite."""
    planted[planted < 0.5] = 0
    with pytest.warns(UserWarning, match="failed"), pytest.raises(ValueError, match="beta-nmf: .* runs failed: .*divergence"):
        nmfrepro.rank(planted, ranks="1..2", solvers=["beta-nmf"], starts=2)
    with pytest.warns(UserWarning, match="failed"):
        table = nmfrepro.rank(planted, ranks="1..2", solvers=["beta-nmf", "nmf"], starts=2)
    lost = table.set_index(["solver", "rank"]).loc["beta-nmf"]
    assert lost["held_out_error"].isna().all() and table.attrs["recommended"]["solver"] == "nmf"


def test_table():
    table = nmfrepro.table("pnmf/table3:dataset=iris")
    pnmf = table[(table["method"] == "pnmf") & (table["metric"] == "purity")].iloc[0]
    assert pnmf["reported"] == 0.97 and pnmf["reported_text"] == "0.97" and pnmf["verdict"] == "agrees" and abs(pnmf["ours_mean"] - 0.96) < 0.01 and pnmf["n"] >= 20
    only = nmfrepro.table("pnmf/table3", only="dataset=iris,method=pnmf|nmf")
    assert set(only["method"]) == {"pnmf", "nmf"}
    with pytest.raises(ValueError, match="pnmf/table3"):
        nmfrepro.table("pnmf/table33")


def test_words_of_tables():
    """Columns have the words of the program's pages, and those that decide stand at the sides, where a terminal shows them."""
    table = nmfrepro.table("pnmf/table3:dataset=iris")
    assert not [name for name in table.columns if "published" in name or "standin" in name or "margin" in name]
    assert list(table.columns)[:4] == ["dataset", "rank", "method", "metric"] and list(table.columns)[-2:] == ["reported", "verdict"]
    assert table.attrs["verdicts"] == dict(table["verdict"].value_counts())


def test_verify():
    found = nmfrepro.verify("pnmf")
    text = " ".join(str(found).split())
    assert text.startswith(f"PNMF replicates {found.findings['answer'][0]}. {found.findings['headline'][0]}")
    assert f"? {found.points['claim'][0]} {found.points['says'][0]}" in text and repr(found) == str(found)
    assert sum(found.counts.values()) == len(found.cells) and found.counts["differs"] > 0
    assert {"reported", "difference", "low", "high", "tolerance", "verdict"} <= set(found.cells.columns)
    for part in (found.cells, found.rows, found.leads):
        assert len(part) and not {"published", "printed", "margin"} & set(part.columns)
    assert nmfrepro.verify("pnmf/table3:dataset=iris").findings.empty
    with pytest.raises(ValueError, match='did you mean "pnmf/table3"'):
        nmfrepro.verify("pnmf/table33")
    with pytest.raises(ValueError, match="nothing could be judged"):
        nmfrepro.verify("pnmf/table4")


def test_compare():
    """The screen of the command, and its rows."""
    found = nmfrepro.compare("pnmf/table3", against="nmf")
    assert str(found).startswith("Use ") and len(str(found).splitlines()) <= 40 and "ahead of NMF" in str(found)
    purity = found.methods[(found.methods["panel"] == "a")]
    assert list(purity["method"])[0] == "PNMF" and list(purity["mean_rank"]) == sorted(purity["mean_rank"])
    with pytest.raises(ValueError, match='unknown method "nfm", did you mean "nmf"'):
        nmfrepro.compare("pnmf/table3", against="nfm")
    assert nmfrepro.table("pnmf/table3").attrs["screen"].startswith("pnmf/table3: Table III.")


def test_explain():
    address = "rpr/table2:dataset=orl,rank=40,method=rpr,metric=acc"
    found = nmfrepro.explain(address)
    assert str(found).splitlines()[0] == address
    assert list(found.cells["verdict"]) == ["differs"] and len(found.reasons) and len(found.claims)
    assert {"setting", "value", "difference", "nearer"} <= set(found.alternatives.columns)


def test_options_of_a_method():
    options = nmfrepro.solvers("gnmf")
    assert list(options["option"])[0] == "lambda_" and list(options["default"])[0] == 100 and all(options["doc"])
    with pytest.raises(ValueError, match="unknown solver 'gnfm', did you mean 'gnmf'"):
        nmfrepro.solvers("gnfm")


def test_printing(planted):
    """What a study returns is printed in two lines, not as all of its numbers."""
    found = nmfrepro.consensus(planted, 3, starts=4)
    assert repr(found).startswith("Consensus of 3 components: 60 samples × 20 features, ") and len(repr(found).splitlines()) == 2
    projected = nmfrepro.project(planted, found.components.to_numpy())
    assert repr(projected).startswith("Projection of 60 samples on 3 components: ") and len(repr(projected).splitlines()) == 2


def test_table_of_absent_data(tmp_path, monkeypatch):
    monkeypatch.setenv("NMFREPRO_DATA", str(tmp_path))
    with pytest.warns(UserWarning, match="nmfrepro data get orl-full"):
        table = nmfrepro.table("pnmf/table3:dataset=orl", cached=False, profile="smoke", results=str(tmp_path))
    assert set(table["status"]) == {"missing-data"} and table["ours_mean"].isna().all()


def test_table_computes_what_is_wanted(tmp_path):
    made = nmfrepro.table("pnmf/table3:dataset=iris,method=nmf", cached=False, profile="smoke", results=str(tmp_path))
    assert list(made["status"].unique()) == ["ok"] and made["n"].max() <= 2


def test_solvers():
    table = nmfrepro.solvers().set_index("name")
    assert table.loc["hals", "masked"] and table.loc["hals", "options"]["l1_w"] == 0 and not table.loc["pnmf", "masked"]
