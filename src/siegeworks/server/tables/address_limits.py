"""The limits of an address that hold for all workers together: those that guard what they share.

That is the disk, with tables opened, seats taken, records sent in and events stored, and how many
WebSockets are open. What guards a worker's own processor and memory is counted by that worker:
requests, messages, bytes. Workers hear of each other twice a second, and only of addresses that ask
for much, so an address can get a little more than the limit from several workers; what others ask
for is stored nowhere.
"""

import time
from collections import Counter
from collections.abc import Iterable

from siegeworks.server.runtime.limits import OpenCount, SharedLimiter
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.storage.noticeboard import AddressUse

# From when on others are told of an address, and after how much more again.
MANY = AddressUse("", 10, 10, 1000)
MORE = AddressUse("", 1, 1, 100)
KEPT_SECONDS = 3600.0  # after which an address that asks for nothing more is forgotten


class AddressLimits:
    """What each address has asked for, here and at the other workers."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self.posts = SharedLimiter(settings.post_rate)  # requests with a body, by their cost
        self.storage = SharedLimiter(settings.storage_rate)  # events stored
        self._open, self._changed = OpenCount(), set[str]()
        self._sent: dict[str, tuple[AddressUse, float]] = {}  # to others, and when
        self._heard: dict[tuple[str, str], AddressUse] = {}  # by worker and address
        self._elsewhere = Counter[str]()  # WebSockets
        self._has_heard = False

    def open_websocket(self, address: str) -> bool:
        """Count one more WebSocket, if the address may have it. `close_websocket` later."""
        most = self._settings.max_websockets_per_address - self._elsewhere[address]
        self._changed.add(address)
        return self._open.take(address, most, self._settings.max_websockets)

    def close_websocket(self, address: str) -> None:
        """One that was counted is closed."""
        self._open.release(address)
        self._changed.add(address)

    def news(self) -> list[AddressUse]:
        """What others should know, since they were told last."""
        now = time.monotonic()
        recent = self._changed | self.posts.recent | self.storage.recent
        for addresses in (self._changed, self.posts.recent, self.storage.recent):
            addresses.clear()
        news = [use for address in recent if self._is_news(use := self._use(address))]
        self._sent |= {use.address: (use, now) for use in news}
        for address, (use, then) in list(self._sent.items()):
            if now - then > KEPT_SECONDS and not use.websockets:
                del self._sent[address]
                self.posts.forget(address)
                self.storage.forget(address)
                news.append(AddressUse(address))
        return news

    def tell_again(self, uses: Iterable[AddressUse]) -> None:
        """These could not be told."""
        self._changed |= {use.address for use in uses}
        for use in uses:
            self._sent.pop(use.address, None)

    def hear(self, uses: Iterable[tuple[str, AddressUse]]) -> None:
        """What addresses have asked for at other workers so far."""
        before, self._heard = self._heard, {(worker, use.address): use for worker, use in uses}
        self._elsewhere = Counter()
        for key, use in self._heard.items():
            self._elsewhere[use.address] += use.websockets
            # At the start the past does not count.
            known = before.get(key, AddressUse(use.address)) if self._has_heard else use
            self.posts.hear(use.address, max(0.0, use.posted - known.posted))
            self.storage.hear(use.address, max(0.0, use.stored - known.stored))
        self._has_heard = True

    def _use(self, address: str) -> AddressUse:
        return AddressUse(
            address,
            websockets=self._open.of(address),
            posted=self.posts.granted(address),
            stored=self.storage.granted(address),
        )

    def _is_news(self, use: AddressUse) -> bool:
        if use.address in self._sent:
            before, least = self._sent[use.address][0], MORE
        else:
            before, least = AddressUse(use.address), MANY
        return any(
            abs(now - then) >= enough
            for now, then, enough in zip(use[1:], before[1:], least[1:], strict=True)
        )
