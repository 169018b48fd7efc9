"""From which address the running request came: the audit asks, services need not hand it on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_ADDRESS: Final[ContextVar[str]] = ContextVar("address", default="")
_LONGEST: Final = 45


def address() -> str:
    """Return the address of the request that runs; blank where none does, as in a command."""
    return _ADDRESS.get()


@contextmanager
def coming_from(address: str) -> Iterator[None]:
    """Note the address for as long as its request is answered."""
    noted = _ADDRESS.set(address[:_LONGEST])
    try:
        yield
    finally:
        _ADDRESS.reset(noted)
