#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures files of records: `files.py [--rounds 5] [--megabytes 64] [--count 200]`.

Prints how fast a gateway takes and sends a large file, and small ones one after the other, where its folder has them
(as a path that gateways share would have, were its network free), and where a PostgreSQL database has them in pieces."""

import argparse
import http.client
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORTS, DATABASE = {"folder": 18510, "first": 18511, "second": 18512}, 18519
TYPE = {"prefix": "p", "attributes": {"file": {"type": "binary"}}}
USER = "postgres"
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.getuid() == 0 else []


def started(folder):
    """A database that is shared by gateways."""
    programs = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
    folder.mkdir()
    if AS_USER:
        folder.parent.chmod(0o755)
        shutil.chown(folder, USER)
    data = folder / "data"
    subprocess.run([*AS_USER, f"{programs}/initdb", "-D", data, "-U", USER, "-A", "trust"],
                   stdout=subprocess.DEVNULL, check=True)
    process = subprocess.Popen([*AS_USER, f"{programs}/postgres", "-D", data, "-p", str(DATABASE), "-k", folder],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return process


def asked(sql):
    return subprocess.run(["psql", "-h", "127.0.0.1", "-p", str(DATABASE), "-U", USER, "-Atc", sql],
                          capture_output=True, text=True, check=True).stdout.strip()


def waited(attempt):
    for _ in range(200):
        try:
            return attempt()
        except (OSError, subprocess.CalledProcessError):
            time.sleep(0.05)
    raise SystemExit("a server does not answer")


class Gateway:
    def __init__(self, folder, program, name):
        self.port = PORTS[name]
        store = "" if name == "folder" else f', store: "postgresql://{USER}@127.0.0.1:{DATABASE}/postgres"'
        content = folder / name / "site/Content"
        content.mkdir(parents=True)
        (content / "site.json5").write_text(
            '{ languages: { published: ["en"], source: "en", default: "en" }, roots: "*",'
            f' resources: {{ at: "/v1", open: "administer"{store} }} }}')
        (content / "config.json5").write_text('{ datatype: "config", body: { of: "records" } }')
        self.process = subprocess.Popen(
            [program, "serve", "--site", folder / name / "site", "--state", folder / name / "state", "--loops", "1",
             "--listen", f"127.0.0.1:{self.port}", "--admin", "127.0.0.1:0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        waited(lambda: self.ask("PUT", "/v1/_schema/pictures", json.dumps(TYPE).encode()))
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, method, path, body=None, kind="application/json", connection=None):
        connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, {"content-type": kind} if body else {})
        answer = connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {content[:300]}")
        return content

    def records(self, count):
        return [json.loads(self.ask("POST", "/v1/pictures", b"{}"))["uuid"] for _ in range(count)]

    def put(self, ids, files):
        for name, file in zip(ids, files):
            self.ask("PUT", f"/v1/pictures/{name}/file", file, "image/png", self.connection)

    def get(self, ids, files):
        for name, file in zip(ids, files):
            if self.ask("GET", f"/v1/pictures/{name}/file", connection=self.connection) != file:
                raise SystemExit("a file is another one")


def measure(gateways, files):
    """The seconds of each way to take or send some files, in which none was seen before."""
    rows = {}

    def timed(what, work):
        begun = time.monotonic()
        work()
        rows[what] = time.monotonic() - begun

    folder, first, second = gateways
    own, shared = folder.records(len(files)), first.records(len(files))
    timed("folder: PUT", lambda: folder.put(own, files))
    timed("folder: GET", lambda: folder.get(own, files))
    timed("pieces: PUT", lambda: first.put(shared, files))
    timed("pieces: GET where it was put", lambda: first.get(shared, files))
    timed("pieces: first GET elsewhere", lambda: second.get(shared, files))
    timed("pieces: next GET elsewhere", lambda: second.get(shared, files))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=64, help="of the large file")
    parser.add_argument("--count", type=int, default=200, help="small files of 64 KiB")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/release")
    words = parser.parse_args()
    large, small = {}, {}
    with tempfile.TemporaryDirectory(prefix="portico-files-") as name:
        folder = pathlib.Path(name)
        processes = [started(folder / "database")]
        try:
            waited(lambda: asked("SELECT 1"))
            gateways = [Gateway(folder, words.programs / "portico", name) for name in PORTS]
            processes += [gateway.process for gateway in gateways]
            for _ in range(words.rounds):
                for rows, files in [(large, [os.urandom(words.megabytes << 20)]),
                                    (small, [os.urandom(65_536) for _ in range(words.count)])]:
                    for what, seconds in measure(gateways, files).items():
                        rows.setdefault(what, []).append(seconds)
            size = int(asked("SELECT pg_total_relation_size('portico.file_piece')"))
            stored = words.rounds * ((words.megabytes << 20) + words.count * 65_536)
        finally:
            for process in reversed(processes):
                process.terminate()
                process.wait()
    print("| | MiB/s of a large file | ms for one of 64 KiB |\n|---|---|---|")
    for what in large:
        speed = words.megabytes / statistics.median(large[what])
        print(f"| {what} | {speed:.0f} | {statistics.median(small[what]) / words.count * 1e3:.2f} |")
    print(f"\nThe table of pieces has {size / stored:.3f} bytes for each byte of the files.")


if __name__ == "__main__":
    main()
