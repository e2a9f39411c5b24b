"""Docstrings, the notebook and the page are true, and the types are whole."""
import ast
import doctest
import importlib
import inspect
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import nmfrepro
from nmfrepro._program import catalog, find

HERE = Path(__file__).resolve().parent.parent
MODULES = ["nmfrepro", "nmfrepro._nmf", "nmfrepro._project", "nmfrepro._commands", "nmfrepro._papers", "nmfrepro._data", "nmfrepro._program"]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module):
    results = doctest.testmod(importlib.import_module(module))
    assert results.failed == 0
    assert results.attempted or module in ("nmfrepro._data", "nmfrepro._program")


@pytest.mark.parametrize("name", ["NMF.fit", "NMF.fit_transform", "NMF.transform", "NMF.inverse_transform", "NMF.score", "NMF", "rank", "consensus", "project", "table", "verify", "compare", "explain", "solvers"])
def test_docstrings(name):
    """Every parameter is told, with its default, in the order of the signature."""
    described = nmfrepro
    for part in name.split("."):
        described = getattr(described, part)
    text = inspect.getdoc(described)
    parameters = [p for p in inspect.signature(described).parameters.values() if p.name != "self"]
    section = text.split("Parameters\n----------\n")[1].split("\n\n")[0] if parameters else ""
    told = re.findall(r"^(\**\w+)(?: : (.*))?$", section, re.MULTILINE)
    wanted = [("**" if p.kind == p.VAR_KEYWORD else "") + p.name for p in parameters]
    assert [name for name, _ in told] == wanted
    for parameter, (_, kind) in zip(parameters, told):
        if parameter.default is not parameter.empty:
            told_default = kind.rpartition("default=")[2]
            assert ast.literal_eval(told_default) == parameter.default, parameter
    if name != "NMF":
        assert "Returns\n-------" in text


def test_types():
    pytest.importorskip("mypy", reason="mypy is not installed: types are not checked; apt-get install mypy")
    command = [sys.executable, "-m", "mypy", "src", "build_wheel.py"]
    checked = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def outputs(cells):
    """What the code cells print and show, as text."""
    lines = []
    for cell in cells:
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":  # warnings, which name temporary files
                continue
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            lines.append("".join(text))
            lines.append("".join(output.get("data", {}).get("image/svg+xml", "")))
    return re.sub(r"0x[0-9a-f]+", "0x", "\n".join(lines))


def test_notebook(monkeypatch):
    """The notebook runs from top to bottom, and shows what stands in it."""
    reason = "nbclient or ipykernel is not installed: the notebook is not run; apt-get install python3-nbclient python3-ipykernel"
    nbclient = pytest.importorskip("nbclient", reason=reason)
    pytest.importorskip("ipykernel", reason=reason)
    nbformat = pytest.importorskip("nbformat", reason=reason)
    for package in ("sklearn", "pandas"):
        pytest.importorskip(package, reason=f"{package} is not installed: the notebook is not run; apt-get install python3-{package}")
    monkeypatch.setenv("PYTHONPATH", str(HERE / "src"))
    path = HERE / "tour.ipynb"
    shown = outputs(json.loads(path.read_text(encoding="utf-8"))["cells"])
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(HERE)}}).execute()
    assert outputs(notebook.cells) == shown


def blocks(language):
    text = (HERE / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_page_in_python(tmp_path, monkeypatch):
    """The examples of the page run one after the other, and print what stands there."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: the examples of the page are not run")
    pytest.importorskip("pandas", reason="pandas is not installed: the examples of the page are not run")
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("pycon")), {}, "README.md", "README.md", 0)
    assert len(examples.examples) > 20
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(examples, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


def test_page_on_the_command_line(tmp_path):
    """The commands of the page that are the program's are known to it."""
    for block in blocks("sh"):
        for line in block.splitlines():
            if line.startswith("nmfrepro "):
                words = shlex.split(line, comments=True)[1:]
                done = subprocess.run([find(), *words, "--help"], capture_output=True, text=True, cwd=tmp_path)
                assert done.returncode == 0, (line, done.stderr)


def test_solvers_of_the_page():
    text = (HERE / "README.md").read_text(encoding="utf-8")
    for solver in re.findall(r'solver="([^"]+)"', text):
        assert solver in catalog()
