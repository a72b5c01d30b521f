"""Tells a player's own address that it is their turn, and reaches nothing inside the house by it.

Anybody may set an address, so it is taken for hostile: the name is resolved here, every address it has must
lie on the open internet, and the connection goes to one of the addresses that were looked at.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit

from foldtale.web.resolver import Resolver

MOST_CHARACTERS = 500
MOST_IN_A_NAME = 253
MOST_READ = 1024
MOST_TRIES = 4
PORTS = {"http": 80, "https": 443}
HIGHEST_PORT = 65535

AT_HOME = frozenset({"localhost", "local", "internal"})
"""Names that end so are never on the open internet."""
GLOBAL_UNICAST = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")
NEVER = (ip_network("192.0.0.0/24"), ip_network("3fff::/20"))
"""Set apart by IANA, but not known as such to every Python."""

PLACE = re.compile(r"(?P<host>\[[^\[\]]+\]|[^\[\]:]+)(?::(?P<port>[0-9]{0,5}))?")
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})[ \r\n]")
IN_A_PATH = "/%:@!$&'()*+,;=~"
IN_A_QUERY = IN_A_PATH + "?"

Address = IPv4Address | IPv6Address

RESOLVER: Final = Resolver()


class BadAddress(ValueError):
    """A notice cannot go there. The message is for the player who set the address."""


def check_url(url: str, private: bool) -> str:
    """The address in its plainest spelling. With `private`, places inside the house are welcome too."""
    parts = _split(url)
    place = PLACE.fullmatch(parts.netloc)
    if not place:
        raise BadAddress("the address needs a host, such as example.org, and may name a port after it")
    host = _host(place["host"], private)
    port = _port(place["port"] or "", parts.scheme)
    query = f"?{quote(parts.query, IN_A_QUERY)}" if parts.query else ""
    plain = f"{parts.scheme}://{host}{port}{quote(parts.path, IN_A_PATH) or '/'}{query}"
    if len(plain) > MOST_CHARACTERS:
        raise BadAddress(f"the address may have at most {MOST_CHARACTERS} characters")
    return plain


async def post(url: str, body: bytes, private: bool, timeout: float = 5.0) -> int:
    """Post the body, which is JSON, and say with which status it was met; a redirect is only a status.

    Raises BadAddress if it may not go there, ResolverBusy if its name cannot be looked up now, and any other
    OSError (a TimeoutError is one) if it does not arrive. `timeout` covers the lookup too.
    """
    parts = urlsplit(check_url(url, private))
    host = parts.hostname or ""
    port = parts.port or PORTS[parts.scheme]
    async with asyncio.timeout(timeout):
        addresses = await _resolve(host, port, private)
        reader, writer = await _connect(addresses, port, host if parts.scheme == "https" else None, timeout)
        try:
            writer.write(_request(parts, body))
            await writer.drain()
            return await _status(reader)
        finally:
            writer.transport.abort()


@cache
def trust() -> ssl.SSLContext:
    """Which certificates are believed; made once, as it reads files."""
    return ssl.create_default_context()


def _split(url: str) -> SplitResult:
    if len(url) > MOST_CHARACTERS:
        raise BadAddress(f"the address may have at most {MOST_CHARACTERS} characters")
    if any(sign.isspace() or not sign.isprintable() for sign in url):
        raise BadAddress("the address may hold no spaces or control characters")
    if "#" in url:
        raise BadAddress("the address may hold no fragment: leave out the # and what follows it")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadAddress("this is not a web address") from None
    if parts.scheme not in PORTS:
        raise BadAddress("the address has to begin with http:// or https://")
    if "@" in parts.netloc:
        raise BadAddress("the address may hold no user name and no password")
    return parts


def _host(text: str, private: bool) -> str:
    """A name, or an address in its usual spelling, whichever spelling it came in."""
    if text.startswith("["):
        address = _ipv6(text[1:-1])
        _refuse_unless(private or _is_public(address))
        return f"[{address}]"
    name = _name(text)
    last = name.rpartition(".")[2]
    if NUMBER.fullmatch(last):
        number = _ipv4(name)
        _refuse_unless(private or _is_public(number))
        return str(number)
    _refuse_unless(private or last not in AT_HOME)
    return name


def _refuse_unless(open_internet: bool) -> None:
    if not open_internet:
        raise BadAddress("this host is not on the open internet, and notices go nowhere else")


def _name(text: str) -> str:
    try:
        name = text.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        raise BadAddress("the host in the address is not a proper name") from None
    if len(name) > MOST_IN_A_NAME or not all(LABEL.fullmatch(label) for label in name.split(".")):
        raise BadAddress("the host in the address is not a proper name")
    return name


def _ipv6(text: str) -> IPv6Address:
    try:
        address = IPv6Address(text)
    except ValueError:
        raise BadAddress("the host in the address is not a proper IPv6 address") from None
    if address.scope_id is not None:
        raise BadAddress("the host in the address may name no network interface")
    return address


def _ipv4(text: str) -> IPv4Address:
    """As resolvers and browsers read it: 127.1, 0x7f000001, 0177.0.0.1 and 2130706433 are all 127.0.0.1."""
    try:
        *leading, last = [_number(part) for part in text.split(".")]
        if len(leading) > 3 or any(part > 255 for part in leading) or last >= 256 ** (4 - len(leading)):
            raise ValueError
    except ValueError:
        raise BadAddress("the host in the address is not a proper IPv4 address") from None
    for i, part in enumerate(leading):
        last += part << 8 * (3 - i)
    return IPv4Address(last)


def _number(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise ValueError
    if text.startswith("0x"):
        return int(text, 0)
    return int(text, 8 if text.startswith("0") else 10)


def _port(text: str, scheme: str) -> str:
    if not text or int(text) == PORTS[scheme]:
        return ""
    if not 1 <= int(text) <= HIGHEST_PORT:
        raise BadAddress(f"the port in the address has to be from 1 to {HIGHEST_PORT}")
    return f":{int(text)}"


def _is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        carried = _carried(address)
        if carried is not None:
            return _is_public(carried)
        if address not in GLOBAL_UNICAST:
            return False
    odd = address.is_multicast or address.is_reserved or any(address in network for network in NEVER)
    return address.is_global and not odd


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address at which packets to this one come out."""
    if address in NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour


async def _resolve(host: str, port: int, private: bool) -> list[str]:
    """All addresses of the host. One that is not public spoils them all."""
    addresses = [host] if _is_address(host) else await RESOLVER.addresses(host, port)
    _refuse_unless(private or all(_is_public(ip_address(address)) for address in addresses))
    return addresses


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


async def _connect(
    addresses: list[str], port: int, tls_name: str | None, timeout: float
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """To the first that lets us in. Each has its share of the time, or a silent one would use it all."""
    tries = addresses[:MOST_TRIES]
    failure = OSError("the host has no address")
    for address in tries:
        try:
            async with asyncio.timeout(timeout / len(tries)):
                return await asyncio.open_connection(
                    address,
                    port,
                    limit=MOST_READ,
                    ssl=trust() if tls_name else None,
                    server_hostname=tls_name,
                    flags=socket.AI_NUMERICHOST,
                )
        except OSError as error:
            failure = error
    raise failure


def _request(parts: SplitResult, body: bytes) -> bytes:
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    lines = (
        f"POST {target} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "User-Agent: foldtale",
        "Connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode("ascii") + body


async def _status(reader: asyncio.StreamReader) -> int:
    head = b""
    while len(head) < MOST_READ:
        piece = await reader.read(MOST_READ - len(head))
        head += piece
        found = STATUS.match(head)
        if found:
            return int(found[1])
        if not piece:
            break
    raise ConnectionError("what answered does not speak HTTP/1.1")
