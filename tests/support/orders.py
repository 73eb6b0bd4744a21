"""What tests order: tables, seats and clocks as the contract has them, made without its checks, so that the rules behind it are met too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_api.tables import contract

if TYPE_CHECKING:
    from pydantic import BaseModel

CLOCKS: dict[str, type[BaseModel]] = {
    "none": contract.NoClock,
    "decision": contract.DecisionClock,
    "bank": contract.BankClock,
    "correspondence": contract.CorrespondenceClock,
}


def clock_order(kind: str = "none", **said: Any) -> Any:
    """A clock of that kind.

    >>> clock_order("bank", bank_ms=1000)
    BankClock(kind='bank', bank_ms=1000, limit_ms=None, increment_ms=0)
    """
    return CLOCKS[kind].model_construct(kind=kind, **said)


def seat_order(kind: str = "open", **said: Any) -> contract.SeatOrder:
    """A seat."""
    return contract.SeatOrder.model_construct(kind=kind, **said)


def table_order(**said: Any) -> contract.TableOrder:
    """A table."""
    return contract.TableOrder.model_construct(**said)
