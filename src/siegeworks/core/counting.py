"""Actions and cases of chance counted by listing them, for games that do not do it faster"""

from functools import cache
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.typing import templates
from numba.extending import lower_builtin
from numba.np import arrayobj
from numpy.typing import NDArray

from siegeworks.core.contract import Rules, no_case, no_cases, no_count, no_number, no_weights
from siegeworks.core.jit import rule

ITEM_BYTES = 4

# Numba's own tools for new functions, which have no types.
build: Any = cgutils
typing: Any = templates
arrays: Any = arrayobj
lowers: Any = lower_builtin


def short_list(length: int) -> NDArray[np.int32]:
    """An array for so many actions, not filled, until the rule that asks for it returns.

    Compiled, it lies on the stack: kernels allocate nothing. `length` must be a constant.
    """
    return np.empty(length, np.int32)


@typing.infer_global(short_list)
class _ShortListTemplate(templates.AbstractTemplate):
    """Numba's type of `short_list(length)`."""

    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature of a call with these types."""
        if not kws and len(args) == 1 and isinstance(args[0], types.IntegerLiteral):
            return typing.signature(types.Array(types.int32, 1, "C"), args[0])
        return None


def _lower_short_list(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """The machine code of `short_list(length)`, in the function that calls it."""
    length = sig.args[0].literal_value
    number, bytes_each = (context.get_constant(types.intp, value) for value in (length, ITEM_BYTES))
    array = context.make_array(sig.return_type)(context, builder)
    arrays.populate_array(
        array,
        data=build.alloca_once(builder, context.get_value_type(types.int32), size=length),
        shape=build.pack_array(builder, [number]),
        strides=build.pack_array(builder, [bytes_each]),
        itemsize=bytes_each,
        meminfo=None,
    )
    return array._getvalue()


lowers(short_list, types.IntegerLiteral)(_lower_short_list)


@cache
def with_counting(rules: Rules, num_actions: int, num_outcomes: int) -> Rules:
    """The same rules, with `num_legal` and `nth_legal` made of `legal_actions` where they lack, and
    with `num_cases` and `nth_case` made of `chance_weights`."""
    legal_actions, chance_weights = rules.legal_actions, rules.chance_weights

    @rule
    def num_legal(params: Any, s: Any) -> int:
        return legal_actions(params, s, short_list(num_actions))

    @rule
    def nth_legal(params: Any, s: Any, k: Any) -> int:
        legal = short_list(num_actions)
        legal_actions(params, s, legal)
        return int(legal[k])

    @rule
    def num_cases(params: Any, s: Any) -> int:
        weights, total = short_list(num_outcomes), 0
        for outcome in range(num_outcomes):
            weights[outcome] = 0
        chance_weights(params, s, weights)
        for outcome in range(num_outcomes):
            total += weights[outcome]
        return total

    @rule
    def nth_case(params: Any, s: Any, k: Any) -> int:
        weights, outcome = short_list(num_outcomes), 0
        for other in range(num_outcomes):
            weights[other] = 0
        chance_weights(params, s, weights)
        while k >= weights[outcome]:
            k -= weights[outcome]
            outcome += 1
        return outcome

    has_chance = chance_weights is not no_weights
    return rules._replace(
        num_cases=num_cases if has_chance and rules.num_cases is no_cases else rules.num_cases,
        nth_case=nth_case if has_chance and rules.nth_case is no_case else rules.nth_case,
        num_legal=num_legal if rules.num_legal is no_count else rules.num_legal,
        nth_legal=nth_legal if rules.nth_legal is no_number else rules.nth_legal,
    )
