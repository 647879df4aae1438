"""Rates: how much at once and in the long run, for each address."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from siegeworks.server.runtime.settings import DEFAULTS, Rate

T = TypeVar("T")
MAX_ADDRESSES = 10_000  # whose rates are remembered

REFUSAL_LOG_RATE = Rate(60, 0.1)  # lines in the refusal log: at most about 1 MB per day
REQUEST_LOG_RATE = Rate(2000, 100)  # lines about requests: at most about 2 GB per day

# What messages cost in addition to their bytes, in bytes.
MESSAGE_COST = 4_000  # to read one and handle it
HELLO_COST = 20_000
EVENT_COST = 200  # to play one event of a table that has to be loaded
MIN_WAIT = 0.001  # seconds
MAX_DEBT_SECONDS = 5.0  # for which an address has to wait


class Bucket:
    """A token bucket: counts against one rate."""

    def __init__(self, rate: Rate) -> None:
        self.rate, self.left, self.then = rate, rate.burst, time.monotonic()
        self.taken = 0.0  # since it was made

    def take(self, cost: float = 1.0) -> bool:
        """Take this much; False if it exceeds the rate. A cost above the burst is allowed when the
        bucket is full."""
        self._fill()
        if self.left < min(cost, self.rate.burst):
            return False
        self.left -= cost
        self.taken += cost
        return True

    def spend(self, cost: float) -> None:
        """Take this much in any case; the bucket may go into debt, for a few seconds at most."""
        self._fill()
        self.left = max(-MAX_DEBT_SECONDS * self.rate.per_second, self.left - cost)

    def seconds_in_debt(self) -> float:
        """How long it takes until the debt is paid."""
        self._fill()
        return max(0.0, -self.left / self.rate.per_second)

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.then) * self.rate.per_second)
        self.then = now


class Account:
    """What the connections of one address have cost together; in debt, they have to wait."""

    def __init__(self, address: str, rate: Rate = DEFAULTS.traffic_rate) -> None:
        self.address = address
        self._bucket, self._lock = Bucket(rate), asyncio.Lock()

    async def wait_for_credit(self) -> None:
        """Wait until the debt is paid, one connection after another, and pay for a message. In a
        turn of the event loop only one of them goes on: others come between any two of them."""
        async with self._lock:
            while (seconds := self._bucket.seconds_in_debt()) > 0:
                await asyncio.sleep(max(seconds, MIN_WAIT))
            self._bucket.spend(MESSAGE_COST)
            await asyncio.sleep(0)

    def spend(self, cost: float) -> None:
        """Pay for something, in bytes."""
        self._bucket.spend(cost)


class PerAddress(Generic[T]):
    """One object for each address, for the addresses seen last."""

    def __init__(self, make: Callable[[str], T]) -> None:
        """Empty; `make` is called with an address, as limits count it."""
        self._make = make
        self._kept: OrderedDict[str, T] = OrderedDict()

    def get(self, address: str) -> T:
        limit = self._kept.pop(address, None) or self._make(address)
        self._kept[address] = limit
        if len(self._kept) > MAX_ADDRESSES:
            self._kept.popitem(last=False)
        return limit


class Limiter:
    """One rate for every address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets = PerAddress(lambda _: Bucket(self.rate))

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take this much for an address, as limits count it; False if it exceeds the rate."""
        return self._buckets.get(address).take(cost)


class SharedLimiter(Limiter):
    """One rate for every address, at all workers together. Each tells the others what it has
    granted, and spends what they have: they agree as soon as they hear of it."""

    def __init__(self, rate: Rate) -> None:
        super().__init__(rate)
        self.recent: set[str] = set()  # addresses to which something was granted; emptied by others

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take this much for an address; False if it exceeds the rate."""
        is_granted = super().take(address, cost)
        if is_granted:
            self.recent.add(address)
        return is_granted

    def granted(self, address: str) -> float:
        """What an address was granted here."""
        return self._buckets.get(address).taken

    def forget(self, address: str) -> None:
        """Count what an address is granted from 0 again; what it may have stays."""
        self._buckets.get(address).taken = 0.0

    def hear(self, address: str, cost: float) -> None:
        """Another worker has granted this much."""
        self._buckets.get(address).spend(cost)


class OpenCount:
    """How many connections of one kind are open, from each address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def take(self, key: str, per_address: float, total: int) -> bool:
        """Count one more from this address, if it has fewer than `per_address` and all together
        have fewer than `total`; False if not. `release` it later."""
        if self._open[key] >= per_address or self._open.total() >= total:
            return False
        self._open[key] += 1
        return True

    def release(self, key: str) -> None:
        """One that was counted is closed."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    def of(self, key: str) -> int:
        """How many are open from this address."""
        return self._open.get(key, 0)

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._open)
