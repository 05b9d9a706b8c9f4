"""The stack machine of 'arithmetic.expression'.

A program is a list of pairs (operation, operand) in postfix order. Operations follow IEEE 754 (1/0 is an
infinity, 0/0 and log(-1) are NaN), so each of them has a value; both branches of an ``if`` are computed. Every
number but 0 and NaN counts as true.
"""

import math

from pult.core.kernels import (
    clamp,
    cosine,
    exponential,
    hypotenuse,
    kernel,
    logarithm,
    modulo,
    power,
    ratio,
    round_down,
    round_half_even,
    round_up,
    sign_of,
    sine,
    square_root,
)
from pult.core.signals import Array

# Operations by the number of values they take from the stack: none, one, two, three.
PUSH, INPUT, TIME = range(3)
NEGATE, NOT, SIN, COS, TAN, ASIN, ACOS, ATAN, SQRT, EXP, LOG, ABS, SIGN, FLOOR, CEIL, ROUND = range(10, 26)
ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, ATAN2, HYPOT, MOD, MIN, MAX = range(40, 50)
LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, UNEQUAL, AND, OR = range(50, 58)
CLIP, IF = range(70, 72)
_FIRST_UNARY, _FIRST_BINARY, _FIRST_TERNARY = NEGATE, ADD, CLIP


@kernel
def truth(value: float) -> bool:
    """Whether a number counts as true."""
    return value < 0.0 or value > 0.0


@kernel
def unary(operation: int, a: float) -> float:
    """The value of an operation on one number."""
    if operation == NEGATE:
        return -a
    if operation == NOT:
        return 0.0 if truth(a) else 1.0
    if operation == SIN:
        return sine(a)
    if operation == COS:
        return cosine(a)
    if operation == TAN:
        return math.tan(a) if -math.inf < a < math.inf else math.nan
    if operation == ASIN:
        return math.asin(a) if -1.0 <= a <= 1.0 else math.nan
    if operation == ACOS:
        return math.acos(a) if -1.0 <= a <= 1.0 else math.nan
    if operation == ATAN:
        return math.atan(a)
    if operation == SQRT:
        return square_root(a)
    if operation == EXP:
        return exponential(a)
    if operation == LOG:
        return logarithm(a)
    if operation == ABS:
        return abs(a)
    if operation == SIGN:
        return sign_of(a)
    if operation == FLOOR:
        return round_down(a)
    if operation == CEIL:
        return round_up(a)
    return round_half_even(a)


@kernel
def binary(operation: int, a: float, b: float) -> float:
    """The value of an operation on two numbers; MIN and MAX propagate NaN."""
    if operation == ADD:
        return a + b
    if operation == SUBTRACT:
        return a - b
    if operation == MULTIPLY:
        return a * b
    if operation == DIVIDE:
        return ratio(a, b)
    if operation == POWER:
        return power(a, b)
    if operation == ATAN2:
        return math.atan2(a, b)
    if operation == HYPOT:
        return hypotenuse(a, b)
    if operation == MOD:
        return modulo(a, b)
    if operation == MIN:
        return a if a < b or math.isnan(a) else b
    if operation == MAX:
        return a if a > b or math.isnan(a) else b
    return 1.0 if holds(operation, a, b) else 0.0


@kernel
def holds(operation: int, a: float, b: float) -> bool:
    """Whether a comparison or a logical operation is true."""
    if operation == LESS:
        return a < b
    if operation == LESS_EQUAL:
        return a <= b
    if operation == GREATER:
        return a > b
    if operation == GREATER_EQUAL:
        return a >= b
    if operation == EQUAL:
        return a == b
    if operation == UNEQUAL:
        return a != b
    if operation == AND:
        return truth(a) and truth(b)
    return truth(a) or truth(b)


@kernel
def run(program: Array, work: Array, inputs: int, t: float) -> float:
    """Run a program. `work` begins with the inputs; the stack follows them."""
    top = inputs - 1
    for k in range(0, len(program), 2):
        operation = int(program[k])
        operand = float(program[k + 1])
        if operation < _FIRST_UNARY:
            top += 1
            if operation == INPUT:
                operand = float(work[int(operand)])
            work[top] = t if operation == TIME else operand
        elif operation < _FIRST_BINARY:
            work[top] = unary(operation, float(work[top]))
        elif operation < _FIRST_TERNARY:
            top -= 1
            work[top] = binary(operation, float(work[top]), float(work[top + 1]))
        else:
            top -= 2
            a, b, c = float(work[top]), float(work[top + 1]), float(work[top + 2])
            if operation == CLIP:
                work[top] = clamp(a, b, c)
            else:
                work[top] = b if truth(a) else c
    return float(work[top])
