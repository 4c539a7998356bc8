# SPDX-License-Identifier: Apache-2.0
"""What connections without work cost: their memory, and the time they take from the busy ones."""

import resource
import socket
import ssl
import statistics

from servers import BODY

# Descriptors that are neither idle connections nor busy ones: files, pipes, the peers' own.
SPARE = 200


def raise_limit():
    """Lets this process, and the servers it starts, open as many descriptors as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def connect(server, protocol, client=None, source="127.0.0.1"):
    """A connection on which one request was answered."""
    peer = socket.create_connection(("127.0.0.1", server.ports[protocol]), 10, (source, 0))
    if protocol == "tls":
        peer = client.wrap_socket(peer)
    peer.sendall(b"GET /hot/1 HTTP/1.1\r\nHost: a\r\n\r\n")
    got = b""
    while len(got) < BODY:
        part = peer.recv(65536)
        if not part:
            raise SystemExit(f"{server.name} closed a connection instead of answering")
        got += part
    return peer


def memory(all_servers, count, protocol):
    print(f"\n{count:,} idle {protocol} connections, one request served on each")
    print("| server | KiB a connection |")
    print("|---|---|")
    client = ssl.create_default_context()
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    for server in all_servers:
        if protocol not in server.ports:
            continue
        with server:
            # What the first connections make a server allocate once is not theirs.
            for peer in [connect(server, protocol, client) for _ in range(64)]:
                peer.close()
            before = server.pss_kib()
            peers = [connect(server, protocol, client) for _ in range(count)]
            print(f"| {server.name} | {(server.pss_kib() - before) / count:.2f} |")
            for peer in peers:
                peer.close()


def crowd(all_servers, count, rounds, measure):
    """Measures the busy connections of each server twice a round: alone, and among idle ones.

    Odd rounds begin among the idle ones, so that neither is always the second.
    """
    count = min(count, raise_limit() - SPARE)
    able = [server for server in all_servers if "http" in server.ports]
    results = {server.name: ([], []) for server in able}
    for number in range(rounds):
        for server in able:
            alone, among = results[server.name]
            with server:
                if number % 2 == 0:
                    alone.append(measure(server))
                # From many clients: servers limit the connections of one.
                peers = [connect(server, "http", source=f"127.0.1.{1 + index % 100}")
                         for index in range(count)]
                among.append(measure(server))
                if any(is_closed(peer) for peer in peers):
                    raise SystemExit(f"{server.name} closed idle connections")
                for peer in peers:
                    peer.close()
                if number % 2 == 1:
                    alone.append(measure(server))
    print(f"\n64 busy connections alone, and beside {count:,} idle ones")
    print("| server | µs CPU a request alone | beside them | slower by, of each round (min..max) |")
    print("|---|---|---|---|")
    for name, (alone, among) in results.items():
        changes = [crowded / free - 1 for free, crowded in zip(alone, among)]
        print(f"| {name} | {statistics.median(alone):.2f} | {statistics.median(among):.2f} "
              f"| {statistics.median(changes):+.1%} ({min(changes):+.1%}..{max(changes):+.1%}) |")


def is_closed(peer):
    """Whether the server ended the connection; an idle one has nothing to read."""
    peer.setblocking(False)
    try:
        return peer.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
