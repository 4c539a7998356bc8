# SPDX-License-Identifier: Apache-2.0
"""Listens to a channel of PostgreSQL on many connections until its input ends, and says how much it heard:
`listeners.py HOST PORT DATABASE CHANNEL COUNT`."""

import selectors
import socket
import struct
import sys


def listening(host, port, database, channel):
    """A connection that listens, by the protocol of PostgreSQL; the server trusts everybody."""
    connection = socket.create_connection((host, port), timeout=10)
    words = f"user\0postgres\0database\0{database}\0\0".encode()
    connection.sendall(struct.pack("!ii", len(words) + 8, 3 << 16) + words)
    order = f'LISTEN "{channel}"\0'.encode()
    connection.sendall(b"Q" + struct.pack("!i", len(order) + 4) + order)
    text = b""
    while b"LISTEN\0" not in text:
        part = connection.recv(65536)
        if not part:
            sys.exit(f"PostgreSQL takes no listener: {text[-200:]}")
        text += part
    return connection


def main():
    host, port, database, channel, count = sys.argv[1:]
    heard, selector = 0, selectors.DefaultSelector()
    for _ in range(int(count)):
        selector.register(listening(host, int(port), database, channel), selectors.EVENT_READ)
    selector.register(sys.stdin.buffer, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in selector.select():
            if key.fileobj is sys.stdin.buffer:
                return print(heard)
            heard += len(key.fileobj.recv(65536)) > 0


if __name__ == "__main__":
    main()
