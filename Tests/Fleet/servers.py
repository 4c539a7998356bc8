# SPDX-License-Identifier: Apache-2.0
"""Processes with logs, and a PostgreSQL of its own."""

import os
import pathlib
import shutil
import signal
import subprocess

from shop import wait_for
from world import free_ports

POSTGRESQL = pathlib.Path("/usr/lib/postgresql/15/bin")


class Failure(Exception):
    """Something did not start, or did not answer as it must."""


class Server:
    """A process with a log of its own."""

    def __init__(self, name, folder, command, environment=None):
        self.name, self.log = name, pathlib.Path(folder) / f"{name}.log"
        self.command, self.environment, self.process = [str(word) for word in command], environment, None

    def start(self):
        with open(self.log, "ab") as log:
            # Ctrl-C is for the script alone, which ends them in its order.
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
                                            start_new_session=True, env=os.environ | (self.environment or {}))

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def wait(self, is_ready, seconds=60):
        """Waits until it is ready; fails with the end of its log."""
        def is_there():
            if not self.runs:
                raise Failure(f"{self.name} ended with {self.process.returncode}: {self.said()}")
            return is_ready()
        try:
            wait_for(is_there, f"an answer of {self.name}", seconds)
        except RuntimeError as error:
            raise Failure(f"{error}: {self.said()}") from error

    def said(self):
        return self.log.read_text(errors="replace")[-1500:]

    def send(self, number):
        if self.runs:
            self.process.send_signal(number)

    def stop(self, number=signal.SIGTERM, seconds=45):
        """Ends it, by another signal where that is wanted."""
        if not self.runs:
            return
        self.process.send_signal(number)
        if number != signal.SIGKILL:
            self.process.send_signal(signal.SIGCONT)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Database:
    """A PostgreSQL of Debian's packages with a folder of its own."""

    def __init__(self, folder, host="127.0.0.1"):
        self.folder, self.host, (self.port,) = pathlib.Path(folder) / "postgresql", host, free_ports(1)
        self.folder.mkdir()
        # PostgreSQL refuses to run as root.
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres", "postgres")
        self.data = self.folder / "data"
        self.call(POSTGRESQL / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                  "--locale=C.UTF-8", "--no-sync")
        lines = [f"listen_addresses = '{','.join({'127.0.0.1', host})}'", f"port = {self.port}",
                 "max_connections = 300", "unix_socket_directories = ''",
                 "shared_preload_libraries = 'pg_stat_statements'"]
        with open(self.data / "postgresql.auto.conf", "a") as file:
            file.write("\n".join(lines) + "\n")
        with open(self.data / "pg_hba.conf", "a") as file:
            file.write(f"host all all {host}/16 trust\n")
        self.server = Server("postgres", folder, [*self.user, POSTGRESQL / "postgres", "-D", self.data])

    def call(self, *command):
        done = subprocess.run([*self.user, *map(str, command)], cwd="/", capture_output=True, text=True,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"})
        if done.returncode:
            raise Failure(f"{' '.join(map(str, command))}: {done.stderr[-600:]}")
        return done.stdout

    def address(self, database="postgres"):
        return f"postgresql://postgres@{self.host}:{self.port}/{database}?sslmode=disable"

    def start(self):
        self.server.start()
        self.server.wait(lambda: subprocess.run(
            [POSTGRESQL / "pg_isready", "-q", "-h", self.host, "-p", str(self.port)]).returncode == 0)

    def stop(self, number=signal.SIGINT):
        self.server.stop(number)

    def save(self):
        """Copies the files of the stopped server, as a backup does."""
        self.call("cp", "-a", self.data, self.folder / "saved")

    def restore(self):
        """Puts the stopped server's files back to what was saved."""
        self.call("rm", "-rf", self.data)
        self.call("cp", "-a", self.folder / "saved", self.data)

    def ask(self, query, database="postgres"):
        """The rows of a query, each a list of texts."""
        lines = self.call(POSTGRESQL / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-F", "\t", "-d",
                          self.address(database), "-c", query)
        return [line.split("\t") for line in lines.splitlines()]
