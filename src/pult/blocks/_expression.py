"""Parser of the language of 'arithmetic.expression'. Nothing in a document is executed as Python.

Grammar, lowest precedence first; ``^`` is right-associative and binds tighter than a sign before it, so -2^2 = -4:

    expression = both {"or" both}
    both       = inverse {"and" inverse}
    inverse    = "not" inverse | comparison
    comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
    sum        = term {("+" | "-") term}
    term       = signed {("*" | "/") signed}
    signed     = ("-" | "+") signed | power
    power      = value ["^" signed]
    value      = number | input | "t" | "pi" | "e" | "(" expression ")"
               | function "(" expression {"," expression} ")"
"""

import math
import re
from typing import NamedTuple, NoReturn

import numpy as np

from pult.blocks import _machine as machine
from pult.core.errors import choose
from pult.core.signals import Array

MAX_CHARACTERS = 1000
MAX_DEPTH = 80
"""Maximum depth of nesting: each sign, operator or pair of parentheses counts as one level."""

_MANY = MAX_CHARACTERS
_FUNCTIONS = {  # name: operation, fewest and most arguments
    "sin": (machine.SIN, 1, 1),
    "cos": (machine.COS, 1, 1),
    "tan": (machine.TAN, 1, 1),
    "asin": (machine.ASIN, 1, 1),
    "acos": (machine.ACOS, 1, 1),
    "atan": (machine.ATAN, 1, 1),
    "atan2": (machine.ATAN2, 2, 2),
    "hypot": (machine.HYPOT, 2, 2),
    "sqrt": (machine.SQRT, 1, 1),
    "exp": (machine.EXP, 1, 1),
    "log": (machine.LOG, 1, 1),
    "abs": (machine.ABS, 1, 1),
    "sign": (machine.SIGN, 1, 1),
    "min": (machine.MIN, 2, _MANY),
    "max": (machine.MAX, 2, _MANY),
    "floor": (machine.FLOOR, 1, 1),
    "ceil": (machine.CEIL, 1, 1),
    "round": (machine.ROUND, 1, 1),
    "clip": (machine.CLIP, 3, 3),
    "if": (machine.IF, 3, 3),
    "mod": (machine.MOD, 2, 2),
}
_CONSTANTS = {"pi": math.pi, "e": math.e}
_EITHER, _BOTH, _INVERSE, _COMPARISON, _SUM, _TERM, _SIGNED, _POWER = range(1, 9)
_OPERATORS = {  # mark: operation, level of binding
    "or": (machine.OR, _EITHER),
    "and": (machine.AND, _BOTH),
    "<": (machine.LESS, _COMPARISON),
    "<=": (machine.LESS_EQUAL, _COMPARISON),
    ">": (machine.GREATER, _COMPARISON),
    ">=": (machine.GREATER_EQUAL, _COMPARISON),
    "==": (machine.EQUAL, _COMPARISON),
    "!=": (machine.UNEQUAL, _COMPARISON),
    "+": (machine.ADD, _SUM),
    "-": (machine.SUBTRACT, _SUM),
    "*": (machine.MULTIPLY, _TERM),
    "/": (machine.DIVIDE, _TERM),
    "^": (machine.POWER, _POWER),
}
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<mark>\*\*|&&|\|\||<=|>=|==|!=|[-+*/^<>(),])"
)
_FOREIGN = {"**": "^", "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not", "=": "==", "%": "mod"}
_SPACE = re.compile(r"\s*")
_INPUT = re.compile(r"x[0-9]+")


class ExpressionError(ValueError):
    """A text that is not a valid expression.

    Attributes:
        position: Index of the character where reading stopped.
    """

    def __init__(self, position: int, problem: str) -> None:
        self.position = position
        super().__init__(f"expression, column {position + 1}: {problem}")


class Program(NamedTuple):
    """A compiled expression: pairs (operation, operand), shape (2*length,), and the stack size it needs."""

    program: Array
    height: int


class _Token(NamedTuple):
    kind: str  # number, name, mark or end
    text: str
    position: int

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else repr(self.text)


def compile_expression(text: str, inputs: int) -> Program:
    """Compile an expression to a program.

    Args:
        text: The expression.
        inputs: Number of inputs, which it may use as x1, x2...

    Raises:
        ExpressionError: The text is not a valid expression; the message says where, what was found, what is allowed.
    """
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(MAX_CHARACTERS, f"longer than {MAX_CHARACTERS} characters; split it.")
    return _Parser(_tokens(text), inputs).parse()


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    position = 0
    while True:
        space = _SPACE.match(text, position)
        position = space.end() if space else position
        if position == len(text):
            return [*tokens, _Token("end", "", position)]
        match = _TOKEN.match(text, position)
        found = match.group() if match else text[position]
        if found in _FOREIGN:
            raise ExpressionError(position, f"found {found!r}; write {_FOREIGN[found]!r} instead.")
        if match is None:
            raise ExpressionError(position, f"found {found!r}, which means nothing here.")
        tokens.append(_Token(str(match.lastgroup), found, position))
        position = match.end()


def _closing(opening: _Token) -> str:
    return f"the ')' for the '(' in column {opening.position + 1}"


class _Parser:
    """Precedence climbing; an operation is emitted as soon as its operands are."""

    def __init__(self, tokens: list[_Token], inputs: int) -> None:
        self.tokens = tokens
        self.inputs = inputs
        self.at = 0
        self.depth = 0
        self.code: list[float] = []
        self.height = 0
        self.highest = 0

    def parse(self) -> Program:
        """Parse the whole text."""
        self._climb(_EITHER)
        if self._token.text == ")":
            self._refuse("found ')' without a '(' before it.")
        if self._token.kind != "end":
            self._refuse(f"found {self._token}, expected an operator ({' '.join(_OPERATORS)}) or the end.")
        return Program(np.array(self.code), self.highest)

    @property
    def _token(self) -> _Token:
        return self.tokens[self.at]

    def _refuse(self, problem: str, token: _Token | None = None) -> NoReturn:
        raise ExpressionError((token or self._token).position, problem)

    def _emit(self, operation: int, taken: int, operand: float = 0.0) -> None:
        self.code += [float(operation), operand]
        self.height += 1 - taken
        self.highest = max(self.highest, self.height)

    def _climb(self, least: int) -> None:
        """Parse operands and the operators between them of at least this precedence."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self._refuse(f"nested deeper than {MAX_DEPTH} levels; split the expression.")
        self._operand(least)
        while (operator := _OPERATORS.get(self._token.text)) and operator[1] >= least:
            operation, level = operator
            self.at += 1
            self._climb(_SIGNED if level == _POWER else level + 1)
            self._emit(operation, 2)
            if level == _COMPARISON and _OPERATORS.get(self._token.text, (0, 0))[1] == _COMPARISON:
                self._refuse("comparisons do not chain; write 'a < b and b < c'.")
        self.depth -= 1

    def _operand(self, least: int) -> None:
        token = self._token
        self.at += 1
        if token.text in ("-", "+"):
            self._climb(_SIGNED)
            if token.text == "-":
                self._emit(machine.NEGATE, 1)
        elif token.text == "not" and least <= _INVERSE:
            self._climb(_INVERSE)
            self._emit(machine.NOT, 1)
        elif token.text == "(":
            self._climb(_EITHER)
            if self._token.text != ")":
                self._refuse(f"found {self._token}, expected an operator or {_closing(token)}.")
            self.at += 1
        elif token.kind == "number":
            self._number(token)
        elif token.kind == "name" and token.text not in ("and", "or", "not"):
            self._name(token)
        else:
            inputs = "x1" if self.inputs == 1 else f"x1 to x{self.inputs}"
            hint = " Put 'not ...' in parentheses here." if token.text == "not" else ""
            expected = f"a number, {inputs}, t, pi, e, a function, a sign or '('"
            self._refuse(f"found {token}, expected a value: {expected}.{hint}", token)

    def _number(self, token: _Token) -> None:
        value = float(token.text)
        if math.isinf(value):
            self._refuse(f"{token.text} is too large; the largest number is about 1.8e308.", token)
        self._emit(machine.PUSH, 0, value)

    def _name(self, token: _Token) -> None:
        name = token.text
        called = self._token.text == "("
        values = [f"x{i}" for i in range(1, self.inputs + 1)] + ["t", *_CONSTANTS]
        if name in _FUNCTIONS and called:
            self._call(name)
        elif name in _FUNCTIONS:
            self._refuse(f"found {self._token}, expected '(': {name!r} is a function.")
        elif name in values and called:
            self._refuse(f"found '(', expected an operator: {name!r} is no function. Write '*' to multiply.")
        elif name in _CONSTANTS:
            self._emit(machine.PUSH, 0, _CONSTANTS[name])
        elif name == "t":
            self._emit(machine.TIME, 0)
        elif name in values:
            self._emit(machine.INPUT, 0, float(int(name[1:]) - 1))
        elif _INPUT.fullmatch(name):
            have = "only x1" if self.inputs == 1 else f"x1 to x{self.inputs}"
            self._refuse(f"there is no input {name!r}: the parameter 'n' gives the block {have}.", token)
        elif called:
            advice = choose(name, _FUNCTIONS, where=f"Functions: {' '.join(_FUNCTIONS)}.")
            self._refuse(f"unknown function {name!r}. {advice}", token)
        else:
            self._refuse(f"unknown name {name!r}. {choose(name, values)} Functions have a '('.", token)

    def _call(self, name: str) -> None:
        operation, fewest, most = _FUNCTIONS[name]
        opening = self._token
        count = 0
        while self._token.text == ("," if count else "("):
            self.at += 1
            self._climb(_EITHER)
            count += 1
            if most == _MANY and count > 1:
                self._emit(operation, 2)
        if self._token.text != ")":
            self._refuse(f"found {self._token}, expected an operator, ',' or {_closing(opening)}.")
        if not fewest <= count <= most:
            what = "argument" if most == 1 else "arguments" if most < _MANY else "or more arguments"
            self._refuse(f"{name!r} takes {fewest} {what}, not {count}.", opening)
        self.at += 1
        if most < _MANY:
            self._emit(operation, fewest)
