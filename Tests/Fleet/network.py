# SPDX-License-Identifier: Apache-2.0
"""A network for each node, so that one can be cut off from the others and the store and still be asked by visitors."""

import os
import subprocess
import sys

from fleet import Place

# Visitors, operators, the service and the edge are in the first one, other nodes and the store in the second one.
FRONT, BACK = "10.78.0", "10.77.0"
MARK = "PORTICO_TRIAL_NETWORK"


def call(*words):
    subprocess.run(["ip", *words], check=True)


def enter_network():
    """Begins this program again in a network that has nothing but itself; without root's rights it goes on as it is."""
    if os.environ.get(MARK):
        call("link", "set", "lo", "up")
        return
    unshare = ["unshare", "--net", "--mount"]
    if os.getuid() == 0 and subprocess.run([*unshare, "true"], capture_output=True).returncode == 0:
        os.environ[MARK] = "own"
        os.execvp("unshare", [*unshare, sys.executable, *sys.argv])


class Network:
    """Two bridges, and for each node a namespace with a leg on both."""

    def __init__(self, names):
        self.numbers = {name: number + 11 for number, name in enumerate(names)}
        # Names of namespaces are files, which are to be seen in this one only.
        os.makedirs("/run/netns", exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", "/run/netns"], check=True)
        for bridge, network in (("front", FRONT), ("back", BACK)):
            call("link", "add", bridge, "type", "bridge")
            call("address", "add", f"{network}.1/24", "dev", bridge)
            call("link", "set", bridge, "up")
        for name, number in self.numbers.items():
            call("netns", "add", name)
            call("-n", name, "link", "set", "lo", "up")
            for bridge, network in (("front", FRONT), ("back", BACK)):
                call("link", "add", f"{bridge}{number}", "type", "veth", "peer", "name", bridge, "netns", name)
                call("link", "set", f"{bridge}{number}", "master", bridge, "up")
                call("-n", name, "address", "add", f"{network}.{number}/24", "dev", bridge)
                call("-n", name, "link", "set", bridge, "up")

    @property
    def places(self):
        return {name: Place(f"{FRONT}.{number}", f"{BACK}.{number}", f"{FRONT}.1", ("ip", "netns", "exec", name))
                for name, number in self.numbers.items()}

    def cut(self, name):
        """Lets everything vanish that goes between a node and the others or the store."""
        call("link", "set", f"back{self.numbers[name]}", "down")

    def heal(self, name):
        call("link", "set", f"back{self.numbers[name]}", "up")
