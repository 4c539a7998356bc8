#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the picture of the console that the README shows: `screenshot.py [--seconds 600] [--programs .build/release]`.

The sample shop gets requests for some minutes, so that its lines and bars have something to show."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

from shop import ROOT, Shop

PICTURE = ROOT / "Sources/Operations/portico/Portico.docc/Resources/console.png"
SIZE = "1280,860"
MOST_BYTES = 150_000


def take(address, folder):
    """The page in Chromium, with as few colours as look the same."""
    picture = pathlib.Path(folder) / "console.png"
    subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--hide-scrollbars", f"--user-data-dir={folder}/chromium", f"--window-size={SIZE}",
         f"--screenshot={picture}", address],
        check=True, timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run(["pngquant", "--force", "--strip", "--speed", "1", "--output", PICTURE, "64", picture],
                   check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    parser.add_argument("--seconds", type=int, default=600)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="portico-screenshot-") as folder:
        shop = Shop(folder, asked.programs)
        try:
            shop.start()
            time.sleep(asked.seconds)
            take(f"http://127.0.0.1:{shop.operators}/", folder)
        finally:
            shop.stop()
    size = PICTURE.stat().st_size
    print(f"{PICTURE.relative_to(ROOT)}: {size} bytes")
    if size > MOST_BYTES:
        sys.exit(f"expected at most {MOST_BYTES} bytes")


if __name__ == "__main__":
    main()
