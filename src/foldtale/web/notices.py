"""Send turn notices to webhooks, a bounded number at a time, and drop the rest."""

from __future__ import annotations

import logging
import time
from typing import Final

from foldtale.web import webhook
from foldtale.web.resolver import ResolverBusy

log = logging.getLogger("foldtale")

MOST_IN_FLIGHT: Final = 256
SECONDS_BETWEEN_LOGS: Final = 60.0


class Notices:
    """`private` lets notices go to addresses that are not on the open internet."""

    def __init__(self, private: bool) -> None:
        self._private = private
        self._in_flight = 0
        self._dropped = 0
        self._log_after = 0.0

    async def send(self, url: str, body: bytes) -> None:
        """Post `body` to `url` once, or drop it if too many notices or lookups are under way."""
        if self._in_flight >= MOST_IN_FLIGHT:
            self._drop()
            return
        self._in_flight += 1
        try:
            await webhook.post(url, body, self._private)
        except ResolverBusy:
            self._drop()
        except (OSError, webhook.BadAddress):
            return
        finally:
            self._in_flight -= 1

    def _drop(self) -> None:
        """Count a dropped notice, and log the count at most once in SECONDS_BETWEEN_LOGS."""
        self._dropped += 1
        now = time.monotonic()
        if now >= self._log_after:
            log.warning("turn notices dropped: too many at once", extra={"dropped": self._dropped})
            self._dropped = 0
            self._log_after = now + SECONDS_BETWEEN_LOGS
