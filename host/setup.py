# SPDX-License-Identifier: Apache-2.0
"""What pyproject.toml cannot say: a wheel takes along what the tool reads of the checkout around host/.

`tavle.paths` finds these copies in an installed package. An editable install, as `make setup` makes, has none.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

TOP = Path(__file__).resolve().parent.parent
TAKEN = (
    "LICENSES/*",
    "firmware/**/*.py",
    "firmware/rules/games/*/words/*.po",
    "hardware/build.toml",
    "hardware/*/geometry.csv",
    "hardware/*/fittings.csv",
    "hardware/*/places.csv",
    "hardware/guide/sheets/*.md",
    "hardware/magnetics/*.csv",
    "hardware/magnetics/parts.toml",
)


class WithCheckout(build_py):
    """Builds the package, and lays the files of the checkout beside its modules."""

    def run(self) -> None:
        """Begin with an empty folder, so that nothing of an earlier build stays."""
        if self.editable_mode:
            super().run()
            return
        built = Path(self.build_lib)
        shutil.rmtree(built, ignore_errors=True)
        super().run()
        for pattern in TAKEN:
            for source in TOP.glob(pattern):
                target = built / "tavle" / "_data" / source.relative_to(TOP)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
        for path in built.rglob("*"):  # whatever the umask is: two builds are the same bytes
            path.chmod(0o755 if path.is_dir() else 0o644)


setup(cmdclass={"build_py": WithCheckout})
