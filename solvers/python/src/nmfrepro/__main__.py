"""The command ``nmfrepro``, also as ``python -m nmfrepro``."""
from __future__ import annotations

import os
import subprocess
import sys

from ._program import ProgramError, find, refused


def main() -> int:
    """Run the program in place of this process; where systems have no such thing, beside it."""
    try:
        program = find()
        sys.stdout.flush()
        if os.name != "nt":
            os.execv(program, ["nmfrepro", *sys.argv[1:]])
        with subprocess.Popen([program, *sys.argv[1:]]) as process:
            while True:
                try:
                    return process.wait()
                except KeyboardInterrupt:  # the program has had it, too, and saves what is done
                    continue
    except ProgramError as err:
        print(f"nmfrepro: {err}", file=sys.stderr)
    except OSError as err:
        print(f"nmfrepro: {refused(program, err)}", file=sys.stderr)
    return 127


if __name__ == "__main__":
    sys.exit(main())
