"""Who pays for work, and whose turn it is.

The seconds of computing that a request causes are charged to whoever sent it. Of one address, one stretch of
computing is done at a time; after a long one all others have their turn first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from types import coroutine
from typing import Any, Final, TypeAlias, TypeVar

T = TypeVar("T")
Pay: TypeAlias = Callable[[float], None]
LONG: Final = 0.002
"""Seconds of computing after which others have their turn."""


class Account:
    """One address: whom its work is charged to, and its turns."""

    def __init__(self, client: str, pay: Pay) -> None:
        self.client = client
        self.pay = pay
        self.turn = asyncio.Lock()
        self.was_long = False


_account: Final[ContextVar[Account | None]] = ContextVar("account", default=None)


def client() -> str:
    """The address that the present task works for."""
    account = _account.get()
    return account.client if account is not None else ""


def charge(seconds: float) -> None:
    """Charge work that was done elsewhere to whoever the present task works for."""
    account = _account.get()
    if account is not None:
        account.pay(seconds)


def work_for(client: str) -> None:
    """Let the rest of the present task work for `client`, whom nobody charges."""
    _account.set(Account(client, lambda seconds: None))


async def in_turn(account: Account, work: Callable[[], T]) -> T:
    """Do some work when it is the account's turn, and charge it; after long work others go first."""
    async with account.turn:
        if account.was_long:
            account.was_long = False
            await asyncio.sleep(0)
        began = time.thread_time()
        try:
            return work()
        finally:
            spent = time.thread_time() - began
            account.was_long = spent > LONG
            account.pay(spent)


@coroutine
def metered(work: Coroutine[Any, Any, T], account: Account) -> Generator[Any, Any, T]:
    """Run a coroutine; its computing, but not its waiting, is done in turn and charged to the account."""
    _account.set(account)
    resume: Callable[[Any], Any] = work.send
    given: Any = None
    ended: list[BaseException] = []

    def go_on() -> Any:
        try:
            return resume(given)
        except BaseException as end:
            ended.append(end)
            return None

    while True:
        try:
            waits_for = yield from in_turn(account, go_on).__await__()
            if not ended:
                given = yield waits_for
                resume = work.send
        except BaseException as error:
            given, resume = error, work.throw
        if ended and isinstance(ended[0], StopIteration):
            result: T = ended[0].value
            return result
        if ended:
            raise ended[0]
