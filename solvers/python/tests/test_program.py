"""The program behind the package: found, started, ended, and what is said where it cannot be."""
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

import nmfrepro
from nmfrepro import NMF
from nmfrepro import __main__ as command
from nmfrepro._program import PROGRAM_VARIABLE, ProgramError, find, run

X = np.random.default_rng(0).random((20, 6))

# LONG fits for a minute or so, unless it is ended.
LONG = """
import numpy as np, nmfrepro
X = np.random.default_rng(0).random((400, 300))
try:
    nmfrepro.NMF(20, solver="nmf-kl", max_iter=20_000, tol=0).fit(X)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    raise
"""


@pytest.fixture
def other_place(monkeypatch, tmp_path):
    """A package whose program is elsewhere."""
    monkeypatch.delenv(PROGRAM_VARIABLE, raising=False)
    monkeypatch.setattr("nmfrepro._program.__file__", str(tmp_path / "_program.py"))
    return tmp_path


def test_missing_program(other_place, capsys):
    with pytest.raises(
        ProgramError,
        match=r"missing from the package.*pip install --force-reinstall nmfrepro.*make build.*NMFREPRO_PROGRAM",
    ):
        NMF(2).fit(X)
    assert command.main() == 127
    assert "missing from the package" in capsys.readouterr().err


def test_named_program_that_is_not_there(monkeypatch):
    monkeypatch.setenv(PROGRAM_VARIABLE, "/no/such/file")
    with pytest.raises(ProgramError, match="'/no/such/file' is no file"):
        find()


@pytest.mark.parametrize("machine", [b"\xb7\x00", b"\xf3\x00"])
def test_program_of_another_system(other_place, machine, capsys):
    own = Path("/proc/self/exe")
    if not own.exists():
        pytest.skip("no /proc on this system, from which a program is taken to make it one of another machine")
    content = bytearray(own.read_bytes()[:4096])
    content[18:20] = machine  # e_machine of ELF: AArch64, RISC-V
    program = other_place / "bin" / "nmfrepro"
    program.parent.mkdir()
    program.write_bytes(content)
    program.chmod(0o755)
    with pytest.raises(
        ProgramError,
        match=r"does not start on this machine, \w+ on \w+: .*program of another system.*wheel for this one",
    ):
        NMF(2).fit(X)
    assert command.main() == 127
    assert "another system" in capsys.readouterr().err


def test_program_without_permission(other_place):
    program = other_place / "bin" / "nmfrepro"
    program.parent.mkdir()
    program.write_bytes(b"")
    program.chmod(0o644)
    with pytest.raises(ProgramError, match="Permission denied"):
        run("version")


def running(pid):
    """Tell whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def child_of(pid):
    """Return the process that factorises for another, None if there is none."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (
                entry.joinpath("stat").read_text().rpartition(")")[2].split()[1] == str(pid)
                and "factorize" in entry.joinpath("cmdline").read_text()
            ):
                return entry.name
        except OSError:  # it has ended
            continue
    return None


def until(what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := what():
            return answer
        time.sleep(0.02)
    raise AssertionError("it did not come about")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no /proc on this system, by which children are found")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interruption_ends_the_program(tmp_path, how):
    """Ctrl-C in a notebook reaches Python alone; so do SIGTERM and SIGKILL, of which Python tells nobody."""
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", LONG],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    child = None
    try:
        child = until(lambda: child_of(process.pid))
        time.sleep(0.3)
        assert process.poll() is None and running(child)
        process.send_signal(how)
        out = process.communicate(timeout=60)[0]
        until(lambda: not running(child), seconds=20)
    finally:  # nothing lives on, whatever failed
        process.kill()
        process.wait()
        if child and running(child):
            os.kill(int(child), signal.SIGKILL)
    if how == signal.SIGINT:
        assert out == "interrupted\n" and process.returncode != 0
        assert not list(tmp_path.glob("nmfrepro-*")), "its files are gone"


def test_cores_of_a_worker_of_joblib(monkeypatch):
    joblib = pytest.importorskip("joblib", reason="joblib is not installed; apt-get install python3-joblib")
    code = "import os, nmfrepro._program as p; p.subprocess.Popen = lambda *a, env, **k: (_ for _ in ()).throw(OSError(env.get('GOMAXPROCS')))\n"
    limits = {**os.environ, "OMP_NUM_THREADS": "3", "PYTHONPATH": os.pathsep.join(sys.path)}
    limits.pop("GOMAXPROCS", None)
    out = subprocess.run([sys.executable, "-c", code + "p.run('version')"], env=limits, capture_output=True, text=True)
    assert ": 3." in out.stderr
    limits["OMP_NUM_THREADS"] = "100000"
    out = subprocess.run([sys.executable, "-c", code + "p.run('version')"], env=limits, capture_output=True, text=True)
    assert f": {4 * os.cpu_count()}." in out.stderr
    errors = joblib.Parallel(n_jobs=2)(
        joblib.delayed(lambda k: NMF(k).fit(X).reconstruction_err_)(k) for k in (2, 3, 4)
    )
    assert errors == sorted(errors, reverse=True)


def test_many_threads_at_once():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda seed: NMF(2, init="random", random_state=seed).fit(X).objective_, [1, 2] * 4))
    assert len(set(results[::2])) == 1 and len(set(results[1::2])) == 1


def test_command():
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    call = lambda *arguments: subprocess.run(
        [sys.executable, "-m", "nmfrepro", *arguments], env=environment, capture_output=True, text=True
    )
    assert "kernel" in call("version").stdout
    refused = call("factorize", "--solver", "nmf")
    assert refused.returncode == 2 and "--input, --out and --rank are missing" in refused.stderr


def test_import_takes_nothing():
    code = (
        "import sys, nmfrepro, nmfrepro.__main__; assert not {'numpy', 'sklearn', 'scipy', 'pandas'} & set(sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    with pytest.raises(AttributeError, match="has no attribute 'NNMF'"):
        nmfrepro.NNMF


def test_with_numpy_alone():
    """Where scikit-learn, SciPy and pandas are not installed, NMF is a plain class and tables are arrays by column."""
    code = """
        import sys
        class Absent:
            def find_spec(self, name, path=None, target=None):
                if name.split(".")[0] in ("sklearn", "scipy", "pandas", "joblib"):
                    raise ImportError(name)
        sys.meta_path.insert(0, Absent())
        import numpy as np, nmfrepro
        X = np.random.default_rng(0).random((20, 6))
        nmf = nmfrepro.NMF(2, l1_w=0.1)
        assert repr(nmf).startswith("NMF(fixed=None, init='nndsvda'") and "l1_w=0.1" in repr(nmf), repr(nmf)
        try:
            nmf.transform(X)
        except ValueError as err:
            assert "not fitted yet" in str(err)
        else:
            raise AssertionError
        coefficients = nmf.fit_transform(X)
        assert coefficients.shape == (20, 2) and list(nmf.get_feature_names_out()) == ["nmf0", "nmf1"]
        assert abs(nmf.score(X) - (1 - nmf.reconstruction_err_**2 / (X**2).sum())) < 1e-3
        assert np.allclose(nmfrepro.project(X, nmf.components_).residuals, np.linalg.norm(X - nmf.inverse_transform(nmf.transform(X)), axis=1), rtol=0.05)
        assert np.array_equal(nmfrepro.NMF(3, fixed=nmf.components_).fit(X).components_[:2], nmf.components_)
        try:
            nmf.transform(X[:, :3])
        except ValueError as err:
            assert "X has 3 features, but NMF is expecting 6" in str(err)
        else:
            raise AssertionError
        table = nmfrepro.table("pnmf/table3:dataset=iris")
        assert isinstance(table, dict) and table["ours_mean"].dtype == float and len(table["method"]) == len(table["ours_mean"]) > 3
        ranks = nmfrepro.rank(X, ranks=[1, 2], solvers=["nmf"], starts=2)
        assert list(ranks["rank"]) == [1, 2] and ranks.attrs["recommended"]["rank"] in (1, 2)
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
