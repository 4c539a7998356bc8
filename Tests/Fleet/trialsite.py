# SPDX-License-Identifier: Apache-2.0
"""The site of the trials and the service behind it."""

import http.client
import os
import pathlib
import re
import subprocess
import sys

from world import HERE as SOAK
from world import free_ports

HERE = pathlib.Path(__file__).resolve().parent
DECLARED_PORT = 18811


class Service:
    """The service whose things have a version, which only rises."""

    def __init__(self, host="127.0.0.1"):
        self.host, (self.port,), self.version = host, free_ports(1), 1

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, SOAK / "service.py", str(self.port), str(self.version), self.host],
            stdout=subprocess.PIPE, start_new_session=True)
        self.process.stdout.readline()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def advance(self):
        """Gives all things a new version, and returns it."""
        self.version += 1
        connection = http.client.HTTPConnection(self.host, self.port, timeout=10)
        connection.request("PUT", "/version", str(self.version))
        connection.getresponse().read()
        connection.close()
        return self.version


class TrialSite:
    """The files of the trials, of which each has the number of its revision."""

    template = HERE / "site"

    def __init__(self, service):
        self.service = service

    def fill(self, text):
        """The settings with the address of the service."""
        return text.replace(f"http://127.0.0.1:{DECLARED_PORT}", f"http://{self.service.host}:{self.service.port}")

    def revise(self, node, revision):
        """Gives all documents of a node the number of a revision; the last file that changes says so to the node."""
        for file in sorted((node.site / "Content").rglob("*.json5")):
            text = file.read_text()
            changed = re.sub(r"revision: \d+", f"revision: {revision}", text)
            if changed != text:
                fresh = file.with_suffix(".new")
                fresh.write_text(changed)
                os.replace(fresh, file)
