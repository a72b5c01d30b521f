"""A worker process: carries out jobs that come as messages on its standard input, one after the other."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import time
import traceback
from typing import Any, Final, NamedTuple

from foldtale.table.jobs import JOBS, Missing
from foldtale.table.refusals import Refused

LENGTH: Final = 4
"""Bytes before each message that say how long it is."""
NICE: Final = 5
"""Whoever plays comes before whoever looks back."""
NICEST: Final = 19
"""Everybody comes before bots that think."""


class Order(NamedTuple):
    """Carry out a job with these arguments."""

    job: str
    given: tuple[Any, ...]


class Result(NamedTuple):
    """What came of it: `data`, or the error that the service is to raise.

    `spent`  seconds of computing
    """

    data: Any = None
    error: Exception | None = None
    spent: float = 0.0


def carry_out(order: Order) -> Result:
    """Carry out one job and measure what it costs."""
    began = time.thread_time()
    try:
        result = Result(data=JOBS[order.job](*order.given))
    except (Missing, Refused) as error:
        result = Result(error=error)
    except Exception:
        result = Result(error=RuntimeError(traceback.format_exc()))
    return result._replace(spent=time.thread_time() - began)


def framed(message: Order | Result) -> bytes:
    """Write a message with its length before it. Only a service and its own workers exchange these."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH, "big") + data


def main(nice: int = NICE) -> None:
    """Carry out orders until there are no more, or until the service is gone."""
    orders, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    while len(size := orders.read(LENGTH)) == LENGTH:
        data = orders.read(int.from_bytes(size, "big"))
        if len(data) < int.from_bytes(size, "big"):
            return
        try:
            results.write(framed(carry_out(pickle.loads(data))))
            results.flush()
        except BrokenPipeError:
            os._exit(0)  # without another attempt to write what nobody reads
