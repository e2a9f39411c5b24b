"""Builds the program and puts it into the wheel, which is tagged with the system that it runs on.

NMFREPRO_SYSTEM names that system as Go does, linux/arm64; it is this machine's where it is not set. NMFREPRO_VERSION names
the version, v1.2.3; it is what `git describe` says where it is not set. The wheel has the same bytes each time.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # the tests read the tables below without hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent.parent

# The tag of each system. The program needs no C library, so that one wheel serves glibc and musl. Go 1.26 needs Linux 3.2 and
# macOS 12.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


def described() -> str:
    """The version as git and `make dist` write it: v1.2.3, v1.2.3-4-gabcdef0, abcdef0-dirty."""
    if os.environ.get("NMFREPRO_VERSION"):
        return os.environ["NMFREPRO_VERSION"]
    try:
        return subprocess.run(
            ["git", "describe", "--tags", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def version(text: str | None = None) -> str:
    """The version as Python writes it (PEP 440): 1.2.3, 1.2.3.post4+gabcdef0, 0.dev0+abcdef0.dirty."""
    text = described() if text is None else text
    release = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:-(\d+)-(g[0-9a-f]+))?(-dirty)?", text)
    if release and not re.fullmatch(r"[0-9]{7,}(-dirty)?", text):  # a commit may have no letters
        number, commits, commit, dirty = release.groups()
        local = ".".join(part for part in (commit, "dirty" if dirty else "") if part)
        return number + (f".post{commits}" if commits else "") + (f"+{local}" if local else "")
    return "0.dev0+" + re.sub(r"[^a-z0-9]+", ".", text.lower()).strip(".")


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook of this project."""

    PLUGIN_NAME = "custom"

    def initialize(self, _: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            raise SystemExit(
                "nmfrepro: a source distribution would lack the program's sources, which stand outside of this folder; build --wheel"
            )
        go = shutil.which("go")
        if not go or not (SOURCES / "go.mod").exists():
            raise SystemExit(
                "nmfrepro: the program is built from its Go sources, which need the whole repository and Go 1.26 (https://go.dev/dl/): "
                + (f"no command go is on PATH" if not go else f"{SOURCES} has no go.mod")
                + ". A wheel that was built elsewhere needs neither: pip install nmfrepro-VERSION-py3-none-SYSTEM.whl"
            )
        system = os.environ.get("NMFREPRO_SYSTEM") or subprocess.run(
            [go, "env", "GOHOSTOS", "GOHOSTARCH"], capture_output=True, text=True, check=True
        ).stdout.strip().replace("\n", "/")
        if system not in TAGS:
            raise SystemExit(f"nmfrepro: no wheel is made for NMFREPRO_SYSTEM={system}, want one of {', '.join(TAGS)}")
        self.folder = tempfile.mkdtemp(prefix="nmfrepro-wheel-")
        program = Path(self.folder, "nmfrepro.exe" if system.startswith("windows") else "nmfrepro")
        goos, goarch = system.split("/")
        module = subprocess.run(
            [go, "list", "-m"], cwd=SOURCES, capture_output=True, text=True, check=True
        ).stdout.strip()
        flags = f"-s -w -buildid= -X {module}/solvers/build.release={described()}"
        plain = {"GOFLAGS": "", "GOEXPERIMENT": "", "GOAMD64": "v1", "GOARM64": "v8.0", "CGO_ENABLED": "0"}  # as make dist builds
        environment = dict(os.environ, GOOS=goos, GOARCH=goarch, **plain)
        built = subprocess.run(
            [go, "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", str(program), "."],
            cwd=SOURCES,
            env=environment,
        )
        if built.returncode:
            raise SystemExit("nmfrepro: go build failed")
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + TAGS[system]
        build_data["force_include"].update(
            {
                str(program): "nmfrepro/bin/" + program.name,
                str(SOURCES / "LICENSE"): "nmfrepro/bin/LICENSE",
                str(SOURCES / "experiments/cli/THIRD_PARTY.md"): "nmfrepro/bin/THIRD_PARTY.md",
            }
        )

    def finalize(self, *_: Any) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
