"""Ports for services that tests, measurements and pictures start."""

from __future__ import annotations

import random
import socket
from typing import Final

BELOW_EPHEMERAL: Final = range(12_000, 32_000)
"""The system never gives these ports to outgoing connections.

From the ephemeral range it may give the port of a service that is being restarted to another connection,
even to a client that waits for that service: the client is then connected to itself, and the service cannot
start.
"""
ATTEMPTS: Final = 100


def free_port() -> int:
    """Return a port of this machine on which nobody listens."""
    for port in random.SystemRandom().sample(BELOW_EPHEMERAL, ATTEMPTS):
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"{ATTEMPTS} ports below the ephemeral range were tried, and none is free")
