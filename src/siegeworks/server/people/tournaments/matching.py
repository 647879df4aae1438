"""Matchings in graphs: as many pairs as possible, by Edmonds' blossom algorithm."""

from collections import deque
from collections.abc import Callable, Sequence

Allowed = Callable[[int, int], bool]
NOBODY = -1


class Matching:
    """Pairs of the numbers from 0 on, of which only some are allowed."""

    def __init__(self, size: int, allowed: Allowed) -> None:
        """No pairs yet. `allowed` says whether two numbers may be a pair, either way round."""
        self.partner = [NOBODY] * size
        self._near = [
            [other for other in range(size) if other != node and allowed(node, other)]
            for node in range(size)
        ]
        self._near_sets = [set(near) for near in self._near]
        self._is_out = [False] * size
        self._parent: list[int] = []  # of a search, the number from which each was reached
        self._base: list[int] = []  # the number as which each counts

    def complete(self, numbers: Sequence[int]) -> bool:
        """Pair all of these with each other; False: it cannot be done, and the pairs are as many as
        possible."""
        wanted = set(numbers)
        self._is_out = [node not in wanted for node in range(len(self.partner))]
        for node, other in enumerate(self.partner):
            if other != NOBODY and (self._is_out[node] or self._is_out[other]):
                self.partner[node] = self.partner[other] = NOBODY
        for node in numbers:  # quickly, most of them
            if self.partner[node] == NOBODY:
                free = (o for o in self._near[node] if o in wanted and self.partner[o] == NOBODY)
                other = next(free, NOBODY)
                if other != NOBODY:
                    self.partner[node], self.partner[other] = other, node
        for node in numbers:
            if self.partner[node] == NOBODY:
                self._augment(node)
        return all(self.partner[node] != NOBODY for node in numbers)

    def take(self, node: int, other: int) -> bool:
        """Make these a pair for good, if all others can still be pairs; False, and nothing is
        changed, if not. All have a partner before and afterwards."""
        if other not in self._near_sets[node]:
            return False
        left, right = self.partner[node], self.partner[other]
        before = list(self.partner)
        self._is_out[node] = self._is_out[other] = True
        if left != other:
            self.partner[node], self.partner[other] = other, node
            self.partner[left] = self.partner[right] = NOBODY
            if right in self._near_sets[left]:
                self.partner[left], self.partner[right] = right, left
            elif not self._augment(left):
                self.partner = before
                self._is_out[node] = self._is_out[other] = False
                return False
        return True

    def _augment(self, root: int) -> bool:
        """Find a way from a number without a partner to another, along which pairs and what is
        between pairs take turns; exchange them. There is then one pair more."""
        size, partner = len(self.partner), self.partner
        self._parent, self._base = [NOBODY] * size, list(range(size))
        is_outer = [False] * size
        is_outer[root] = True
        queue = deque([root])
        while queue:
            node = queue.popleft()
            for other in self._near[node]:
                is_inside = self._base[node] == self._base[other]  # the same blossom
                if is_inside or self._is_out[other] or partner[node] == other:
                    continue
                if other == root or (
                    partner[other] != NOBODY and self._parent[partner[other]] != NOBODY
                ):
                    for number in self._shrink(node, other):
                        if not is_outer[number]:
                            is_outer[number] = True
                            queue.append(number)
                elif self._parent[other] == NOBODY:
                    self._parent[other] = node
                    if partner[other] == NOBODY:
                        self._exchange(other)
                        return True
                    is_outer[partner[other]] = True
                    queue.append(partner[other])
        return False

    def _exchange(self, end: int) -> None:
        while end != NOBODY:
            before = self._parent[end]
            following = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = following

    def _shrink(self, node: int, other: int) -> list[int]:
        """An odd circle, a blossom, closes between two: from now on it counts as one. Returns all
        numbers in it."""
        top = self._common_base(node, other)
        blossom = self._mark(node, top, other) | self._mark(other, top, node)
        inside = [number for number, base in enumerate(self._base) if base in blossom]
        for number in inside:
            self._base[number] = top
        return inside

    def _common_base(self, node: int, other: int) -> int:
        seen: set[int] = set()
        while True:
            node = self._base[node]
            seen.add(node)
            if self.partner[node] == NOBODY:
                break
            node = self._parent[self.partner[node]]
        while self._base[other] not in seen:
            other = self._parent[self.partner[self._base[other]]]
        return self._base[other]

    def _mark(self, node: int, top: int, child: int) -> set[int]:
        """The bases on the way up from a number to the top of a blossom."""
        marked: set[int] = set()
        while self._base[node] != top:
            marked |= {self._base[node], self._base[self.partner[node]]}
            self._parent[node] = child
            child = self.partner[node]
            node = self._parent[child]
        return marked
