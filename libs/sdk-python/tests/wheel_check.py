"""Builds the wheels of this package and of the receipt verifier without a network, and uses them from an empty folder.

Prints the metadata of the wheel of this package, and then what a program sees that imports it from there.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from setuptools import build_meta

PACKAGE = Path(__file__).parent.parent
PROGRAM = """
import importlib.metadata, outturn, outturn_receipt_verifier
client = outturn.Outturn("k", base_url="http://127.0.0.1:1")
print("version", outturn.__version__, importlib.metadata.version("outturn"))
print("folder", outturn.__file__.startswith(FOLDER), outturn_receipt_verifier.__file__.startswith(FOLDER))
"""


def build(source: Path, into: Path) -> Path:
    """A wheel, built from a copy, so that nothing is left beside the sources."""
    copy = into / source.name
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "tests"))
    os.chdir(copy)
    with contextlib.redirect_stdout(sys.stderr):
        return into / build_meta.build_wheel(str(into))


with tempfile.TemporaryDirectory() as folder:
    installed = Path(folder, "installed")
    for source in (PACKAGE, PACKAGE.parent / "receipt-verifier-python"):
        zipfile.ZipFile(build(source, Path(folder))).extractall(installed)
    os.chdir(folder)
    (metadata,) = installed.glob("outturn-*.dist-info/METADATA")
    print(metadata.read_text("utf-8").partition("\n\n")[0])
    print("\n".join(sorted(str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file())))
    sys.stdout.flush()
    program = f"FOLDER = {str(installed)!r}\n{PROGRAM}"
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, env=environment)
