"""Functions on named tuples, written by name and run by place.

A move reads a dozen fields of a state and replaces as many. Done by name that takes longer than
the rest of the move. Done by place it is fast, but nobody can read it, and no type checker sees
when two fields change places. So the rules are written by name, and `unrolled` rewrites those few
functions through which most moves come, once, when they are imported.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import update_wrapper
from inspect import getsource, getsourcefile
from typing import Any, Final, TypeVar, get_type_hints

F = TypeVar("F", bound=Callable[..., Any])

# With dots in them: names that nobody else can have written.
_NEW: Final = "tuple.__new__"
_KIND: Final = "tuple.kind"


def unrolled(plain: F) -> F:
    """The same function, several times as fast.

    Its first argument, a named tuple, is taken apart in one go: `state.turn` becomes a variable,
    and `state._replace(turn=seat)` one new tuple of such variables.
    """
    function = ast.parse(getsource(plain)).body[0]
    assert isinstance(function, ast.FunctionDef)
    ast.increment_lineno(function, plain.__code__.co_firstlineno - 1)
    given = function.args.args[0].arg
    kind = get_type_hints(plain)[given]
    _take_apart(function, given, kind._fields)
    made: dict[str, Any] = {}
    code = compile(_in_a_factory(function), getsourcefile(plain) or "", "exec")
    exec(code, plain.__globals__, made)  # as `namedtuple` and `dataclass` make their functions
    fast: F = made["factory"](tuple.__new__, kind)
    update_wrapper(fast, plain)
    return fast


def _take_apart(function: ast.FunctionDef, given: str, fields: Sequence[str]) -> None:
    rewriting = _Rewriting(given, fields)
    body = [rewriting.visit(statement) for statement in function.body]
    needed = fields[: max(map(fields.index, rewriting.read), default=-1) + 1]
    apart = ast.Tuple([rewriting.variable(field, ast.Store()) for field in needed], ast.Store())
    whole = ast.Subscript(ast.Name(given, ast.Load()), _up_to(len(needed)), ast.Load())
    function.body = [ast.Assign([apart], whole), *body]
    function.decorator_list = []


def _up_to(end: int) -> ast.Slice:
    return ast.Slice(None, ast.Constant(end), None)


def _in_a_factory(function: ast.FunctionDef) -> ast.Module:
    """The function inside another that hands it the two things it makes tuples with."""
    module = ast.parse("def factory(): ...")
    factory = module.body[0]
    assert isinstance(factory, ast.FunctionDef)
    factory.args.args = [ast.arg(_NEW), ast.arg(_KIND)]
    factory.body = [function, ast.Return(ast.Name(function.name, ast.Load()))]
    return ast.fix_missing_locations(module)


class _Rewriting(ast.NodeTransformer):
    """Puts variables in place of the fields of one named tuple, and keeps in mind which."""

    def __init__(self, given: str, fields: Sequence[str]) -> None:
        self.given, self.fields = given, fields
        self.read: set[str] = set()

    def variable(self, field: str, use: ast.expr_context) -> ast.Name:
        return ast.Name(f"{self.given}.{field}", use)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id == self.given and not isinstance(node.ctx, ast.Load):
            raise TypeError(f"{self.given} is taken apart and cannot become another")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not self._is_given(node.value) or node.attr not in self.fields:
            self.generic_visit(node)
            return node
        self.read.add(node.attr)
        return self.variable(node.attr, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=value, attr="_replace") if self._is_given(value):
                return self._replaced({each.arg: each.value for each in node.keywords})
        return node

    def _replaced(self, values: dict[str | None, ast.expr]) -> ast.expr:
        if unknown := values.keys() - set(self.fields):
            raise TypeError(f"{self.given} has no fields {unknown}")
        self.read |= set(self.fields) - values.keys()
        items = [values.get(field) or self.variable(field, ast.Load()) for field in self.fields]
        new, kind = ast.Name(_NEW, ast.Load()), ast.Name(_KIND, ast.Load())
        return ast.Call(new, [kind, ast.Tuple(items, ast.Load())], [])

    def _is_given(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.given
