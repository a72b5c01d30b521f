"""What an operator can set."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlsplit

from foldtale.kernel.home import own_folder
from foldtale.table.house import HouseSettings

COOKIE: Final = "foldtale"
LOCAL_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
PLAIN: Final = "/\\: "
"""What is written in the URL of a store as it is."""


class Settings(HouseSettings, frozen=True, kw_only=True):
    """How a house is served to the network."""

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""  # how people reach the service from outside, if not on this machine alone
    rate: float = 50.0  # requests, and messages on sockets, a second from one address
    burst: float = 200.0  # how many of these at once
    sockets_per_client: int = 100  # open sockets from one address
    connections_per_client: int = 100  # open HTTP connections from one address
    most_sockets: int = 5000
    work_per_client: float = 0.25  # seconds of computing a second that one address may cause
    work: float = 0.8  # seconds of computing a second that all addresses together may cause
    tables_per_hour: float = 120.0  # new tables from one address
    private_webhooks: bool = False

    @property
    def is_secure(self) -> bool:
        return self.public_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; with TLS one that no other host of the domain can set."""
        return f"__Host-{COOKIE}" if self.is_secure else COOKIE

    @property
    def base(self) -> str:
        """The beginning of every link."""
        return self.public_url.rstrip("/") or f"http://{self.host_name}:{self.port}"

    @property
    def host_name(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def knows_host(self, host: str) -> bool:
        """Whether a Host header is one of ours: nobody else's name can be made to mean this machine."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        if self.public_url and host.casefold() == urlsplit(self.public_url).netloc.casefold():
            return True
        return name.casefold() in (*LOCAL_HOSTS, self.host_name.casefold())

    def knows_origin(self, origin: str, host: str) -> bool:
        """Whether a page that wants something came from this service."""
        parts = urlsplit(self.public_url)
        if self.public_url and host.casefold() == parts.netloc.casefold():
            return origin.casefold() == f"{parts.scheme}://{parts.netloc}".casefold()
        return origin.casefold() == f"http://{host}".casefold()


def check_public_url(url: str) -> str:
    """A public URL that can be the beginning of links, or a ValueError."""
    parts = urlsplit(url)
    plain = parts.scheme in ("http", "https") and parts.hostname and not parts.username
    if not plain or parts.path.strip("/") or parts.query or parts.fragment or parts.port == 0:
        raise ValueError(f"a public URL is like https://tales.example.org, not {url!r}")
    return url.rstrip("/")


def own_store() -> str:
    """The store in the player's own folder."""
    return f"sqlite:///{quote(str(own_folder() / 'tables.db'), safe=PLAIN)}"
