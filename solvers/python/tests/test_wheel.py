"""The wheel: what is in it, its tags, the same bytes each time, and that it installs where there is nothing else."""
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from build_wheel import SOURCES, TAGS, version

HERE = Path(__file__).resolve().parent.parent
needs_go = pytest.mark.skipif(
    not shutil.which("go"), reason="Go is not installed: wheels are not tested; https://go.dev/dl/"
)


def build(out, system="", **environment):
    pytest.importorskip(
        "hatchling", reason="hatchling is not installed: wheels are not tested; apt-get install python3-hatchling"
    )
    pytest.importorskip("build", reason="build is not installed: wheels are not tested; apt-get install python3-build")
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--skip-dependency-check",
        "--outdir",
        str(out),
        str(HERE),
    ]
    variables = {**os.environ, "NMFREPRO_VERSION": "v1.2.3-4-gabcdef0", "NMFREPRO_SYSTEM": system, **environment}
    return subprocess.run(command, env=variables, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    done = build(out)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = out.glob("*.whl")
    return path


@pytest.mark.parametrize(
    ("described", "python"),
    [
        ("v1.2.3", "1.2.3"),
        ("v1.2.3-dirty", "1.2.3+dirty"),
        ("v1.2.3-4-gabcdef0", "1.2.3.post4+gabcdef0"),
        ("v1.2.3-4-gabcdef0-dirty", "1.2.3.post4+gabcdef0.dirty"),
        ("3dcba47", "0.dev0+3dcba47"),
        ("3dcba47-dirty", "0.dev0+3dcba47.dirty"),
        ("1234567", "0.dev0+1234567"),
        ("unknown", "0.dev0+unknown"),
    ],
)
def test_version(described, python):
    packaging = pytest.importorskip("packaging.version")
    assert version(described) == python and str(packaging.Version(python)) == python


@needs_go
def test_contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {info.filename: info for info in archive.infolist()}
        (program,) = [info for name, info in names.items() if name.startswith("nmfrepro/bin/nmfrepro")]
        assert program.external_attr >> 16 & 0o111 == 0o111, "pip makes executable what is so here"
        assert {"nmfrepro/py.typed", "nmfrepro/bin/LICENSE", "nmfrepro/bin/THIRD_PARTY.md"} <= set(names)
        sources = {f"nmfrepro/{path.name}" for path in (HERE / "src/nmfrepro").glob("*.py")}
        assert sources <= set(names) and len(names) == len(sources) + 8
        metadata = archive.read("nmfrepro-1.2.3.post4+gabcdef0.dist-info/METADATA").decode()
    assert [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra" not in line] == [
        "Requires-Dist: numpy>=1.22"
    ]
    assert "-py3-none-" in wheel.name and wheel.name.endswith(".whl")


@needs_go
def test_same_bytes(wheel, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    environment = {"TMPDIR": str(tmp_path / "elsewhere"), "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    assert build(tmp_path, **environment).returncode == 0
    (again,) = tmp_path.glob("*.whl")
    assert again.name == wheel.name and again.read_bytes() == wheel.read_bytes()


def test_tags():
    tags = pytest.importorskip("packaging.tags")
    parsed = {system: tags.parse_tag(f"py3-none-{tag}") for system, tag in TAGS.items()}
    assert set(parsed) == {f"{goos}/{arch}" for goos in ("linux", "darwin", "windows") for arch in ("amd64", "arm64")}
    mac = {str(tag) for tag in tags.mac_platforms((14, 0), "arm64")}
    assert {tag.platform for tag in parsed["darwin/arm64"]} <= mac
    if sys.platform == "linux":
        here = subprocess.run(
            [shutil.which("go") or "go", "env", "GOHOSTARCH"], capture_output=True, text=True
        ).stdout.strip()
        assert set(tags.sys_tags()) & parsed[f"linux/{here}"]


@needs_go
def test_refusals(tmp_path):
    unknown = build(tmp_path, "plan9/amd64")
    assert (
        unknown.returncode and "NMFREPRO_SYSTEM=plan9/amd64, want one of linux/amd64" in unknown.stdout + unknown.stderr
    )
    away = tmp_path / "away" / "solvers" / "python"
    shutil.copytree(HERE, away, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check", str(away)]
    alone = subprocess.run(command, capture_output=True, text=True)
    assert alone.returncode and "has no go.mod" in alone.stdout + alone.stderr
    pathless = {**os.environ, "PATH": "/nonexistent"}
    without = subprocess.run([*command[:-1], str(HERE)], capture_output=True, text=True, env=pathless)
    assert without.returncode and "no command go is on PATH" in without.stdout + without.stderr
    archive = subprocess.run([*command[:3], "--sdist", *command[4:-1], str(HERE)], capture_output=True, text=True)
    assert archive.returncode and "build --wheel" in archive.stdout + archive.stderr


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A fresh environment with the NumPy of the system, as nothing is downloaded here."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(folder)], check=True)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def clean():
    """The variables without those by which these tests find the package."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NMFREPRO_PROGRAM")}


def uses(environment, tmp_path):
    """Use what is installed in an environment, and return the version that it says."""
    code = """if True:
        import numpy as np, nmfrepro, sys
        assert nmfrepro.__file__.startswith(sys.prefix), nmfrepro.__file__
        X = np.random.default_rng(0).random((20, 6))
        assert nmfrepro.NMF(2).fit(X).components_.shape == (2, 6)
        print(nmfrepro.__version__)"""
    done = subprocess.run(
        [environment / "python", "-c", code], capture_output=True, text=True, env=clean(), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    command = subprocess.run(
        [environment / "nmfrepro", "version"], capture_output=True, text=True, env=clean(), cwd=tmp_path
    )
    assert command.returncode == 0 and "kernel" in command.stdout, command.stderr
    assert subprocess.run([environment / "nmfrepro", "nothing"], capture_output=True, env=clean()).returncode == 2
    return done.stdout.strip(), command.stdout.split()[1]


@needs_go
def test_install_wheel(wheel, environment, tmp_path):
    pip = [environment / "python", "-m", "pip", "install", "--no-index", "--force-reinstall", "--no-deps"]
    subprocess.run([*pip, wheel], check=True, capture_output=True, env=clean())
    assert uses(environment, tmp_path) == ("1.2.3.post4+gabcdef0", "v1.2.3-4-gabcdef0")


@needs_go
def test_install_from_the_repository(environment, tmp_path):
    pytest.importorskip("hatchling", reason="hatchling is not installed; apt-get install python3-hatchling")
    pip = [
        environment / "python",
        "-m",
        "pip",
        "install",
        "--no-index",
        "--force-reinstall",
        "--no-deps",
        "--no-build-isolation",
    ]
    done = subprocess.run(
        [*pip, str(SOURCES / "solvers/python")],
        capture_output=True,
        text=True,
        env={**clean(), "NMFREPRO_VERSION": "v7.0"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert uses(environment, tmp_path) == ("7.0", "v7.0")
