# SPDX-License-Identifier: Apache-2.0
"""Sentences stay on the flash until somebody is told: a Pico has no room for what is said once a year.

A sentence within a function of a module that stays loaded costs some 50 bytes of heap. Here all of
them become one module that is loaded for the moment in which one is wanted, and drops itself again.
"""

import ast

HELPER = "sentence_of"
"""The module, and its function, that fetches a sentence by its number."""

_ALL = "sentences"
_SHORTEST = 20  # characters; what fetches a sentence takes some 10 bytes
_MOST = 3  # values that are put into a sentence

# The number is 4 * its place + the values that are put into it: what is said where it cannot be had,
# because memory has run out or the flash fails, takes as many.
_FETCH = f'''
def {HELPER}(number):
    try:
        return __import__("{_ALL}").ALL[number >> 2]
    except Exception:
        return "error %d" % (number >> 2) + " %r" * (number & 3)
'''

# None first: what is taken out of a dict is referred to until something else comes in its place.
_DROP = """
import sys
sys.modules[__name__] = None
del sys.modules[__name__]
"""


def fetched(sources: dict[str, str], modules: tuple[str, ...]) -> dict[str, str]:
    """Return the sources with the sentences of some modules fetched when they are wanted.

    Args:
        sources: dotted name -> source.
        modules: those that stay loaded, as far as they are there.

    Raises:
        ValueError: a module has one of the names that this needs.
    """
    if taken := {HELPER, _ALL} & set(sources):
        raise ValueError(f"{', '.join(sorted(taken))}: a module's name kept for the sentences")
    said: dict[str, int] = {}
    made = dict(sources)
    for name in modules:
        if name not in sources:
            continue
        tree = ast.parse(sources[name])
        if HELPER in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
            raise ValueError(f"{name}: the name {HELPER} is kept for the sentences")
        sentences = _Sentences(said)
        sentences.visit(tree)
        if sentences.found:
            tree.body.insert(0, ast.ImportFrom(HELPER, [ast.alias(HELPER)], 0))
            made[name] = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    if said:
        made[HELPER] = _FETCH
        made[_ALL] = f"ALL = {tuple(said)!r}\n{_DROP}"
    return made


class _Sentences(ast.NodeTransformer):
    """Puts a call for every sentence that a function says."""

    def __init__(self, said: dict[str, int]):
        self._said = said
        self._inside = False
        self.found = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        before, self._inside = self._inside, True
        node.body = [self.visit(part) for part in node.body]  # defaults are made once, outside
        self._inside = before
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        text = node.value
        if not (self._inside and isinstance(text, str) and len(text) >= _SHORTEST and " " in text):
            return node
        values = text.replace("%%", "").count("%")
        if values > _MOST:
            return node
        self.found = True
        number = 4 * self._said.setdefault(text, len(self._said)) + values
        return ast.copy_location(
            ast.Call(ast.Name(HELPER, ast.Load()), [ast.Constant(number)], []), node
        )
