"""Finds the program, runs it, and turns what it says into exceptions."""
from __future__ import annotations

import os
import platform
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

# PROGRAM_VARIABLE names another program than that of the package, such as ./nmfrepro of a checkout.
PROGRAM_VARIABLE = "NMFREPRO_PROGRAM"

# USAGE is the exit code for an input that cannot be; IN_PART are those for answers that lack something.
USAGE, IN_PART = 2, (3, 4)

# PATIENCE is how long a program that was asked to end may take to save what is done, in seconds.
PATIENCE = 5.0


class ProgramError(RuntimeError):
    """The program is missing, made for another system, or was ended from outside."""


class Refused(ValueError):
    """The program refused its input or its data.

    Parameters
    ----------
    text : str
        What the program said.
    code : int
        The exit code that it ended with.
    out : str, default=""
        What it printed, which may be a part of what was wanted.
    """

    def __init__(self, text: str, code: int, out: str = "") -> None:
        super().__init__(text)
        self.code, self.out = code, out


def find() -> str:
    """Return the path of the program.

    Raises
    ------
    ProgramError
        It is not there; the text says what to do.
    """
    named = os.environ.get(PROGRAM_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise ProgramError(
                f"{PROGRAM_VARIABLE} = {named!r} is no file; name the program, or unset the variable to take that of the package"
            )
        return named
    path = Path(__file__).parent / "bin" / ("nmfrepro.exe" if os.name == "nt" else "nmfrepro")
    if not path.is_file():
        raise ProgramError(
            f"the program is missing from the package: there is no {path}. Install a wheel for {here()} "
            f"(pip install --force-reinstall nmfrepro), or build the program (make build in its repository) and set {PROGRAM_VARIABLE} to its path"
        )
    return str(path)


def here() -> str:
    """Name this machine."""
    return f"{platform.system()} on {platform.machine()}"


def refused(program: str, err: OSError) -> str:
    """Say why the system does not start the program."""
    return (
        f"{program} does not start on this machine, {here()}: {err.strerror or err}. It may be the program of another system: "
        f"install the wheel for this one (pip install --force-reinstall nmfrepro), or set {PROGRAM_VARIABLE} to a program that runs here"
    )


def run(*arguments: str) -> str:
    """Run the program to its end and return what it printed.

    Whatever interrupts the wait, such as Ctrl-C, ends the program as well. Should this process be killed, the program ends
    too, since its standard input is a pipe from here.

    Raises
    ------
    Refused
        The program refused its input or its data; the text is the program's.
    ProgramError
        It did not start, or was ended from outside.
    """
    program = find()
    environment = {**os.environ, "NMFREPRO_ENDS_WITH_STDIN": "1"}
    threads = environment.get("GOMAXPROCS", environment.get("OMP_NUM_THREADS", ""))  # joblib shares the cores among its workers so
    if threads.isdigit():  # many more than there are cores would only take time to start
        environment["GOMAXPROCS"] = str(min(int(threads), 4 * (os.cpu_count() or 1)))
    try:
        process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )
    except OSError as err:
        raise ProgramError(refused(program, err)) from err
    try:
        out, messages = _ended(process)
    except BaseException:
        _end(process)
        raise
    if process.returncode == 0:
        return out
    text = _reason(messages)
    if process.returncode == 130:
        raise KeyboardInterrupt(text)
    if process.returncode < 0:
        raise ProgramError(
            f"the program was ended by signal {-process.returncode}; the memory may not suffice. {text}".strip()
        )
    raise Refused(
        text or f"the program ended with {process.returncode} and said nothing: {arguments}", process.returncode, out
    )


class _Terminated(BaseException):
    """SIGTERM came while the program ran."""


@contextmanager
def private_folder() -> Iterator[str]:
    """A folder of temporary files that is gone afterwards, also where SIGTERM ends this process meanwhile."""
    ours = (
        threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    )

    def terminated(number: int, at: Any) -> None:
        raise _Terminated

    if ours:
        signal.signal(signal.SIGTERM, terminated)
    try:
        with tempfile.TemporaryDirectory(prefix="nmfrepro-") as folder:
            yield folder
    except _Terminated:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)
        raise
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def report_of(folder: str | Path) -> dict[str, Any]:
    """Return what the program tells of a run that it wrote to a folder.

    Raises
    ------
    ProgramError
        It is not there: the program is not nmfrepro.
    """
    import json

    try:
        report: dict[str, Any] = json.loads(Path(folder, "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as err:
        raise ProgramError(
            f"the program {find()} ended without an error and left no result ({err}); is it nmfrepro? {PROGRAM_VARIABLE} names another"
        ) from err
    return report


def _ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait for the end of a process, its standard input left open."""
    stdin, process.stdin = process.stdin, None  # which communicate would close
    try:
        return process.communicate()
    finally:
        process.stdin = stdin
        if stdin is not None and process.returncode is not None:
            stdin.close()


def _end(process: subprocess.Popen[str]) -> None:
    """End a process: by asking, then by force."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _reason(messages: str) -> str:
    """Return the program's error, without its name and the notes before it."""
    at = messages.rfind("nmfrepro: ")
    return messages[at:].removeprefix("nmfrepro: ").strip() if at >= 0 else messages.strip()


@lru_cache(maxsize=1)
def catalog() -> dict[str, dict[str, Any]]:
    """Return what the program knows of its methods, by their names."""
    import json

    out = run("list", "solvers", "--format", "json")
    try:
        return {entry["name"]: entry for entry in json.loads(out)}
    except (ValueError, KeyError, TypeError) as err:
        raise ProgramError(
            f"the program {find()} does not list its methods ({err}); is it nmfrepro? {PROGRAM_VARIABLE} names another"
        ) from err
