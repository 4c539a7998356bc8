# SPDX-License-Identifier: Apache-2.0
"""Counts the calls of a function of a running program by a probe of the kernel, which the program need not
know of. It takes root and a kernel that traces; where one is missing, nothing is counted."""

import contextlib
import os
import pathlib
import re
import subprocess

TRACING = pathlib.Path("/sys/kernel/tracing")


def place(program, function):
    """Where a function begins in the file of a program; None where its symbols do not say."""
    symbols = subprocess.run(["nm", program], capture_output=True, text=True).stdout
    found = re.search(rf"^([0-9a-f]+) \w {function}$", symbols, re.MULTILINE)
    if not found:
        return None
    address = int(found[1], 16)
    headers = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True).stdout
    for line in headers.splitlines():
        words = line.split()
        if words and words[0] == "LOAD":
            offset, start, size = int(words[1], 16), int(words[2], 16), int(words[4], 16)
            if start <= address < start + size:
                return address - start + offset
    return None


@contextlib.contextmanager
def counted(program, function):
    """A function that says how often the program's has been called; None where nobody can count."""
    events = TRACING / "uprobe_events"
    offset = place(program, function) if os.access(events, os.W_OK) else None
    if offset is None:
        yield None
        return
    group = f"portico{os.getpid()}"
    change(events, f"p:{group}/{function} {pathlib.Path(program).resolve()}:{offset:#x}\n")
    enable = TRACING / "events" / group / function / "enable"
    enable.write_text("1")
    try:
        yield lambda: hits(function)
    finally:
        enable.write_text("0")
        change(events, f"-:{group}/{function}\n")


def change(events, line):
    """Adds a line to a file of the kernel's, in which nobody may seek."""
    file = os.open(events, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(file, line.encode())
    finally:
        os.close(file)


def hits(function):
    for line in (TRACING / "uprobe_profile").read_text().splitlines():
        words = line.split()
        if len(words) > 2 and words[1] == function:
            return int(words[2])
    return 0
