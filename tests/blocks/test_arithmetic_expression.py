"""The expression block: its parser against an evaluator of trees written apart from it, errors and edges."""

import itertools
import math
import operator
import string

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pult.blocks import _machine
from pult.blocks._expression import MAX_CHARACTERS, MAX_DEPTH, ExpressionError, compile_expression
from pult.blocks._machine import run
from pult.native.flat_call import FlatCall
from pult.testing import check_block, simulate_block


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"expression": "x1*sin(x2) + 2^x3 > 0.5", "n": 3},
        {"expression": "if(x1 < x2 and not x1 == 0, atan2(x1, x2), hypot(x1, x2)) / x1", "n": 2},
        {"expression": "log(x1) + sqrt(x2) + asin(x1) * acos(x2)", "n": 2, "otherwise": -1.0},
        {"expression": "min(x1, x2, t) - max(x1, -x2) + mod(x1, x2) + clip(x1, -1, 1)", "n": 2},
        {"expression": "floor(x1) + ceil(x1) * round(x1/3) - abs(x1) + sign(x1) - tan(x1) + atan(x1)"},
        {"expression": "exp(x1) - cos(pi*x1) + e or x1 != 1 and x1 >= 2 or x1 <= -3"},
    ],
)
def test_block_keeps_the_rules(parameters):
    check_block("arithmetic.expression", parameters, steps=400)


def evaluate(text, *inputs, t=0.0):
    """The value before `otherwise` is applied."""
    program, height = compile_expression(text, max(1, len(inputs)))
    values = list(inputs) or [0.0]
    work = np.full(len(values) + height, math.nan)
    work[: len(values)] = values
    return run(program, work, len(values), t)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 + 2*3", 7.0),
        ("(1 + 2)*3", 9.0),
        ("2*3^2", 18.0),
        ("2^3^2", 512.0),
        ("(2^3)^2", 64.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^-1", 0.5),
        ("2^-1^2", 0.5),
        ("2^--1", 2.0),
        ("-3*-2", 6.0),
        ("7 - 3 - 2", 2.0),
        ("8/4/2", 1.0),
        ("8/4*2", 4.0),
        ("1 - -1", 2.0),
        ("+-+3", -3.0),
        ("1 + 1 < 3", 1.0),
        ("1 < 2 == 1", None),
        ("(1 < 2) == 1", 1.0),
        ("not 1 < 2", 0.0),
        ("not 0 and 0", 0.0),
        ("not (0 and 0)", 1.0),
        ("not not 5", 1.0),
        ("1 or 0 and 0", 1.0),
        ("(1 or 0) and 0", 0.0),
        ("1 < 2 and 3 < 4", 1.0),
        ("2 > 1 or 1/0 > 0", 1.0),
        ("0 == not 1", None),
        ("0 == (not 1)", 1.0),
        ("-2 < -1", 1.0),
        ("1.5e1 + .5 + 2. + 1E-1", 17.6),
        ("pi - e", math.pi - math.e),
        ("2*t", 6.0),
        ("if(1, 2, 3)", 2.0),
        ("if(0, 2, 3)", 3.0),
        ("if(-0.1, 2, 3)", 2.0),
        ("if(0/0, 2, 3)", 3.0),
        ("if(1, 2, 0/0)", 2.0),
        ("min(3, 1, 2)", 1.0),
        ("max(3, 1, 5, 2)", 5.0),
        ("clip(5, 0, 2)", 2.0),
        ("mod(-1, 3)", 2.0),
        ("mod(1, -3)", -2.0),
        ("round(2.5) + round(3.5)", 6.0),
        ("atan2(1, -1)", 0.75 * math.pi),
        ("hypot(3, 4)", 5.0),
        ("atan(1/0)", 0.5 * math.pi),
        ("atan(-1/0)", -0.5 * math.pi),
        ("sin ( 0 )", 0.0),
        ("\n1\t+ 1 ", 2.0),
    ],
)
def test_precedence_and_functions(text, wanted):
    if wanted is None:
        with pytest.raises(ExpressionError):
            evaluate(text)
    else:
        assert evaluate(text, t=3.0) == pytest.approx(wanted, rel=1e-15)


NO_VALUE = "1/0, -1/0, 0/0, log(0), log(-1), sqrt(-1), asin(2), 0^-1, (-8)^(1/3), sin(1/0), exp(1000), 10^400"


@pytest.mark.parametrize("text", [*NO_VALUE.split(", "), "mod(1, 0)", "1/0 - 1/0", "min(0/0, 1)", "max(1, 0/0)"])
def test_a_result_that_is_no_finite_number_is_replaced(text):
    parameters = {"expression": text, "otherwise": -7.5}
    assert simulate_block("arithmetic.expression", {"x1": [0.0]}, parameters)["y"].tolist() == [-7.5]


def test_block_reads_inputs_and_time():
    rows = {"x1": [1.0, 2.0, 3.0], "x2": [5.0, 6.0, 7.0]}
    parameters = {"expression": "100*x2 + 10*x1 + t", "n": 2}
    found = simulate_block("arithmetic.expression", rows, parameters, dt=0.5)["y"]
    assert found.tolist() == [510.0, 620.5, 731.0]


VALUE = "expected a value: a number, x1 to x2, t, pi, e, a function, a sign or '('."
OPERATOR = "expected an operator (or and < <= > >= == != + - * / ^) or the end."


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, f"found the end, {VALUE}"),
        ("  ", 3, f"found the end, {VALUE}"),
        ("x1 +", 5, f"found the end, {VALUE}"),
        ("x1 * / x2", 6, f"found '/', {VALUE}"),
        ("x1 + )", 6, f"found ')', {VALUE}"),
        ("and 1", 1, f"found 'and', {VALUE}"),
        ("1 + not 1", 5, f"found 'not', {VALUE} Put 'not ...' in parentheses here."),
        ("x1 x2", 4, f"found 'x2', {OPERATOR}"),
        ("2x1", 2, f"found 'x1', {OPERATOR}"),
        ("1.2.3", 4, f"found '.3', {OPERATOR}"),
        ("1, 2", 2, f"found ',', {OPERATOR}"),
        ("x1)", 3, "found ')' without a '(' before it."),
        ("(x1", 4, "found the end, expected an operator or the ')' for the '(' in column 1."),
        ("2*(x1, 2)", 6, "found ',', expected an operator or the ')' for the '(' in column 3."),
        ("sin(x1", 7, "found the end, expected an operator, ',' or the ')' for the '(' in column 4."),
        ("sin x1", 5, "found 'x1', expected '(': 'sin' is a function."),
        ("sin", 4, "found the end, expected '(': 'sin' is a function."),
        ("1 + atan2(x1)", 10, "'atan2' takes 2 arguments, not 1."),
        ("sin(x1, x2)", 4, "'sin' takes 1 argument, not 2."),
        ("min(x1)", 4, "'min' takes 2 or more arguments, not 1."),
        ("sin()", 5, f"found ')', {VALUE}"),
        ("x1(2)", 3, "found '(', expected an operator: 'x1' is no function. Write '*' to multiply."),
        ("pi(2)", 3, "found '(', expected an operator: 'pi' is no function. Write '*' to multiply."),
        ("x3 + 1", 1, "there is no input 'x3': the parameter 'n' gives the block x1 to x2."),
        ("x0", 1, "there is no input 'x0': the parameter 'n' gives the block x1 to x2."),
        ("x01", 1, "there is no input 'x01': the parameter 'n' gives the block x1 to x2."),
        ("x1 ** 2", 4, "found '**'; write '^' instead."),
        ("x1 = 2", 4, "found '='; write '==' instead."),
        ("x1 && x2", 4, "found '&&'; write 'and' instead."),
        ("x1 || x2", 4, "found '||'; write 'or' instead."),
        ("!x1", 1, "found '!'; write 'not' instead."),
        ("x1 % 2", 4, "found '%'; write 'mod' instead."),
        ("x1 + $", 6, "found '$', which means nothing here."),
        ("x1[0]", 3, "found '[', which means nothing here."),
        ("1 < x1 < 2", 8, "comparisons do not chain; write 'a < b and b < c'."),
        ("1e999", 1, "1e999 is too large; the largest number is about 1.8e308."),
        ("__import__('os')", 12, 'found "\'", which means nothing here.'),
    ],
)
def test_error_names_the_place_what_was_found_and_what_is_allowed(text, column, problem):
    with pytest.raises(ExpressionError) as caught:
        compile_expression(text, 2)
    assert str(caught.value) == f"expression, column {column}: {problem}"
    assert caught.value.position == column - 1


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        (
            "2*sqr(x1)",
            "expression, column 3: unknown function 'sqr'. Did you mean 'sqrt'? ",
        ),
        ("Sin(x1)", "expression, column 1: unknown function 'Sin'. Did you mean 'sin'? "),
        ("1 + velocity", "expression, column 5: unknown name 'velocity'. Allowed: 'e', 'pi', 't', 'x1'. "),
        ("2*pie", "expression, column 3: unknown name 'pie'. Did you mean 'pi'? Allowed: 'e', 'pi', "),
        ("lambda", "expression, column 1: unknown name 'lambda'. Allowed: 'e', 'pi', 't', 'x1'. "),
        ("eval(x1)", "expression, column 1: unknown function 'eval'. Functions: sin cos tan "),
    ],
)
def test_unknown_names_bring_a_suggestion(text, begin):
    with pytest.raises(ExpressionError) as caught:
        compile_expression(text, 1)
    assert str(caught.value).startswith(begin)


def test_errors_reach_the_user_of_the_block():
    with pytest.raises(ValueError, match="expression, column 4: found '\\*', expected a value"):
        check_block("arithmetic.expression", {"expression": "x1+*"})


@pytest.mark.parametrize(
    ("begin", "end"),
    [("(", ")"), ("-", ""), ("not ", ""), ("1^", ""), ("1+(", ")"), ("sin(", ")"), ("min(1,", ")")],
)
def test_nesting_is_limited_long_before_the_interpreters_stack(begin, end):
    most = MAX_CHARACTERS // len(begin + end) - 1
    for depth in (10, MAX_DEPTH - 2 if len(begin) < 3 else 30):
        assert math.isfinite(evaluate(begin * depth + "1" + end * depth))
    with pytest.raises(ExpressionError, match=f"nested deeper than {MAX_DEPTH} levels; split the expression"):
        compile_expression(begin * most + "1" + end * most, 1)


def test_length_is_limited():
    longest = "+".join(["1"] * (MAX_CHARACTERS // 2))
    assert evaluate(longest) == MAX_CHARACTERS // 2
    with pytest.raises(ExpressionError, match="column 1001: longer than 1000 characters; split it"):
        compile_expression(longest + "+1", 1)


def test_stack_is_as_high_as_the_program_needs_and_no_higher():
    assert compile_expression("x1 + x1 + x1 + x1", 1).height == 2
    assert compile_expression("x1 + (x1 + (x1 + x1))", 1).height == 4
    assert compile_expression("min(x1, x1, x1, x1)", 1).height == 2
    assert compile_expression("clip(x1, x1, clip(x1, x1, x1))", 1).height == 5
    assert compile_expression("x1", 1).height == 1


# --- against trees ---


def whole(function):
    return lambda v: float(function(v)) if math.isfinite(v) else v


def guarded(function, domain=math.nan, overflow=math.inf):
    def call(*a):
        try:
            return function(*a)
        except ValueError:
            return domain
        except OverflowError:
            return overflow

    return call


def to_the_power(a, b):
    if b != 0.0 and (math.isnan(a) or math.isnan(b) or (a < 0.0 and math.isinf(b))):
        return math.nan
    negative = a < 0.0 and b % 2.0 == 1.0
    return guarded(math.pow, math.inf if a == 0.0 else math.nan, -math.inf if negative else math.inf)(a, b)


def quotient(a, b):
    with np.errstate(all="ignore"):
        return float(np.float64(a) / np.float64(b))


UNARY = {
    "sin": guarded(math.sin),
    "cos": guarded(math.cos),
    "tan": guarded(math.tan),
    "asin": guarded(math.asin),
    "acos": guarded(math.acos),
    "atan": math.atan,
    "sqrt": guarded(math.sqrt),
    "exp": guarded(math.exp),
    "log": lambda v: -math.inf if v == 0.0 else guarded(math.log)(v),
    "abs": math.fabs,
    "sign": lambda v: v if math.isnan(v) else float((v > 0.0) - (v < 0.0)),
    "floor": whole(math.floor),
    "ceil": whole(math.ceil),
    "round": whole(round),
}
BINARY = {
    "atan2": math.atan2,
    "min": lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else sorted([b, a])[0],
    "max": lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else sorted([a, b])[1],
    "mod": lambda a, b: math.nan if b == 0.0 or math.isinf(a) else a % b,
}
OPERATE = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": quotient, "^": to_the_power}
COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
LEVEL = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(COMPARE, 4),
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "neg": 7,
    "^": 8,
}


def true(v):
    return v != 0.0 and not math.isnan(v)


def tree_value(tree, names):
    """Value of a tree by Python's own functions: an evaluator that shares nothing with the machine."""
    kind, *rest = tree
    if kind == "number":
        return rest[0]
    if kind == "name":
        return names[rest[0]]
    a = [tree_value(child, names) for child in rest]
    if kind in UNARY:
        return UNARY[kind](*a)
    if kind in BINARY:
        return BINARY[kind](*a)
    if kind in OPERATE:
        return OPERATE[kind](*a)
    if kind in COMPARE:
        return float(COMPARE[kind](*a))
    if kind == "neg":
        return -a[0]
    if kind == "if":
        return a[1] if true(a[0]) else a[2]
    if kind == "clip":
        return a[1] if a[0] < a[1] else a[2] if a[0] > a[2] else a[0]
    logic = {"not": lambda: not true(a[0]), "and": lambda: all(map(true, a)), "or": lambda: any(map(true, a))}
    return float(logic[kind]())


def write(tree, brackets):
    """A tree as text, with the fewest brackets that its grammar needs, or with all."""
    kind, *rest = tree
    if kind == "number":
        return repr(rest[0])
    if kind == "name":
        return rest[0]
    if kind not in LEVEL:
        return f"{kind}({', '.join(write(child, brackets) for child in rest)})"

    def inside(child, least):
        text = write(child, brackets)
        level = LEVEL.get(child[0], 9)
        return f"({text})" if level < least or (brackets and level < 9) else text

    level = LEVEL[kind]
    if kind == "neg":
        return "-" + inside(rest[0], 7)
    if kind == "not":
        return "not " + inside(rest[0], 3)
    left = 5 if level == 4 else 9 if level == 8 else level
    right = 7 if level == 8 else level + 1
    return f"{inside(rest[0], left)} {kind} {inside(rest[1], right)}"


leaves = st.one_of(
    st.tuples(st.just("number"), st.one_of(st.integers(0, 9).map(float), st.floats(0.0, 1e3))),
    st.tuples(st.just("name"), st.sampled_from(["x1", "x2", "t", "pi", "e"])),
)


def grow(children):
    return st.one_of(
        st.tuples(st.sampled_from([*UNARY, "neg", "not"]), children),
        st.tuples(st.sampled_from([*BINARY, *COMPARE, *OPERATE, "^", "and", "or"]), children, children),
        st.tuples(st.sampled_from(["if", "clip"]), children, children, children),
    )


trees = st.recursive(leaves, grow, max_leaves=15).filter(lambda tree: len(write(tree, True)) <= MAX_CHARACTERS)
inputs = st.floats(-1e3, 1e3)


@settings(deadline=None, max_examples=800)
@given(tree=trees, x1=inputs, x2=inputs, t=st.floats(0.0, 100.0))
@example(tree=("^", ("name", "x1"), ("^", ("number", 2.0), ("name", "x2"))), x1=1.5, x2=2.0, t=0.0)
@example(tree=("-", ("name", "x1"), ("-", ("name", "x2"), ("name", "t"))), x1=1.5, x2=2.0, t=4.0)
@example(tree=("^", ("neg", ("name", "x1")), ("neg", ("name", "x2"))), x1=1.5, x2=2.0, t=4.0)
def test_generated_expressions_have_the_value_of_their_tree_to_the_last_bit(tree, x1, x2, t):
    wanted = tree_value(tree, {"x1": x1, "x2": x2, "t": t, "pi": math.pi, "e": math.e})
    for text in (write(tree, False), write(tree, True)):
        assert np.array_equal(evaluate(text, x1, x2, t=t), wanted, equal_nan=True), text


NUMBERS = [
    0.0,
    -0.0,
    0.3,
    -0.3,
    1.0,
    -1.0,
    2.5,
    -2.5,
    720.0,
    -720.0,
    1e300,
    -1e300,
    math.inf,
    -math.inf,
    math.nan,
]


NUMPY = {
    1: {"sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
        "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "abs": np.abs, "sign": np.sign, "floor": np.floor,
        "ceil": np.ceil, "round": np.round},
    2: {"atan2": np.arctan2, "hypot": np.hypot, "min": np.minimum, "max": np.maximum, "mod": np.mod},
}  # fmt: skip


@pytest.mark.parametrize(("count", "name"), [(count, name) for count in NUMPY for name in NUMPY[count]])
def test_function_is_numpys_at_every_edge(count, name):
    for a in itertools.product(NUMBERS, repeat=count):
        with np.errstate(all="ignore"):
            wanted = NUMPY[count][name](*a)
        if name == "hypot" and math.isnan(sum(a)) and math.isinf(wanted):
            continue  # C says hypot(inf, NaN) is infinite; either way the block's result is `otherwise`
        found = evaluate(f"{name}({', '.join(['x1', 'x2'][:count])})", *a)
        assert found == pytest.approx(wanted, rel=1e-15, nan_ok=True), a


def test_every_operation_is_the_same_natively_at_every_edge():
    unary, binary = FlatCall(_machine.unary), FlatCall(_machine.binary)
    for operation, a in itertools.product(range(_machine.NEGATE, _machine.ROUND + 1), NUMBERS):
        assert same(_machine.unary(operation, a), unary(operation, a)), (operation, a)
    for operation, a, b in itertools.product(range(_machine.ADD, _machine.OR + 1), NUMBERS, NUMBERS):
        assert same(_machine.binary(operation, a, b), binary(operation, a, b)), (operation, a, b)


def same(one, two):
    return np.float64(one).tobytes() == np.float64(two).tobytes() or (math.isnan(one) and math.isnan(two))


@settings(deadline=None, max_examples=300)
@given(tree=trees, x1=inputs, x2=inputs)
def test_generated_expressions_are_the_same_natively(tree, x1, x2):
    text = write(tree, False)
    program, height = compile_expression(text, 2)
    results = []
    for function in (run, FlatCall(run)):
        work = np.zeros(2 + height)
        work[:2] = x1, x2
        results.append(function(program, work, 2, 0.5))
    assert same(*results), text


PIECES = ["x1", "x2", "x9", "t", "sin", "min", "if", "(", ")", ",", "+", "-", "*", "/", "^", "<", "==", "not",
          "and", "or", "1", "2.5", "1e3", ".", "e", "pi", "$", "**", "=", "\u221e", "\u0663"]  # fmt: skip


@settings(deadline=None, max_examples=600)
@given(
    text=st.one_of(
        st.text(max_size=60),
        st.text(alphabet=string.printable, max_size=60),
        st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
        st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
    )
)
def test_any_text_compiles_or_is_refused_with_a_place(text):
    refusal = None
    try:
        program, height = compile_expression(text, 2)
    except ExpressionError as error:
        refusal = error
    if refusal:
        assert 0 <= refusal.position <= len(text)
        assert str(refusal).startswith(f"expression, column {refusal.position + 1}: ")
    else:
        assert isinstance(run(program, np.zeros(2 + height), 2, 1.0), float)
