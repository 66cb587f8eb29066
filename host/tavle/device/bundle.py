# SPDX-License-Identifier: Apache-2.0
"""Modules that a table always has loaded, put into one for each package.

A module costs a Pico some hundred bytes of heap besides what is in it: a table of its names and
of those it imports, its path, the names of its constants. Those of a package that stay loaded from
the start become one module, each behind those it needs. Nothing is renamed but what two of them
call by the same name.
"""

import ast

Renamed = dict[tuple[str, str], str]  # (module, name) -> its name in the bundle


def bundle(sources: dict[str, str], groups: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the modules (dotted name -> source) with those of each group in one.

    Args:
        sources: dotted name -> source.
        groups: the module they are put into, a package -> the modules; of those that are there.

    Raises:
        ValueError: modules of a group need each other in a circle, or a name cannot be changed.
    """
    trees = {name: ast.parse(text) for name, text in sources.items()}
    groups = {
        host: tuple(name for name in names if name in trees)
        for host, names in groups.items()
        if host in trees
    }
    hosts = {name: host for host, names in groups.items() for name in names}
    renamed: Renamed = {}
    for names in groups.values():
        renamed |= _clashes({name: trees[name] for name in names})
    order = {host: _in_order(names, trees) for host, names in groups.items()}
    for name, tree in trees.items():
        _Names(name, hosts, renamed).visit(tree)
    for host, members in order.items():
        body = [node for name in members for node in trees.pop(name).body]
        trees[host] = ast.Module(_useful(body + trees[host].body), [])
        own = {name.rpartition(".")[2] for name in trees if name.rpartition(".")[0] == host}
        if taken := own & set(_bound(trees[host])):
            raise ValueError(f"{host}: {', '.join(sorted(taken))} is also the name of a module")
    return {
        name: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for name, tree in trees.items()
    }


def _useful(body: list[ast.stmt]) -> list[ast.stmt]:
    """Leave out docstrings, what folding has left, and what is imported a second time."""
    out: list[ast.stmt] = []
    imported: set[str] = set()
    for node in body:
        text = ast.unparse(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            if text in imported:
                continue
            imported.add(text)
        elif text == "pass" or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            continue
        out.append(node)
    return out


def _bound(tree: ast.Module) -> list[str]:
    """Return the names that a module defines at its top; those it imports are not its own."""
    out: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            out.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            out += [n.id for one in targets for n in ast.walk(one) if isinstance(n, ast.Name)]
    return out


def _stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _clashes(trees: dict[str, ast.Module]) -> Renamed:
    """Return new names for what a module calls as another one calls something else."""
    taken: set[str] = set()
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom | ast.Import):
                taken |= {a.asname or a.name for a in node.names if _outside(node, trees)}
    renamed: Renamed = {}
    for module, tree in trees.items():
        own = set(_bound(tree))
        for name in sorted(own & taken):
            new = f"{name}_{module.rpartition('.')[2]}"
            if any(isinstance(n, ast.arg) and n.arg == name for n in ast.walk(tree)):
                raise ValueError(f"{module}: {name} is also the name of a parameter")
            renamed[module, name] = new
            taken.add(new)
        taken |= own
    return renamed


def _outside(node: ast.ImportFrom | ast.Import, inside: dict[str, ast.Module]) -> bool:
    return isinstance(node, ast.Import) or node.module not in inside


def _in_order(names: tuple[str, ...], trees: dict[str, ast.Module]) -> list[str]:
    """Return modules, each behind those that it imports from when it is loaded."""
    out: list[str] = []
    open_: list[str] = []

    def add(name: str) -> None:
        if name in open_:
            raise ValueError(f"{' -> '.join([*open_, name])}: modules need each other in a circle")
        if name in out:
            return
        open_.append(name)
        for node in trees[name].body:
            if isinstance(node, ast.ImportFrom):
                for wanted in (node.module, *(f"{node.module}.{a.name}" for a in node.names)):
                    if wanted in names:
                        add(str(wanted))
        out.append(open_.pop())

    for name in names:
        add(name)
    return out


class _Names(ast.NodeTransformer):
    """Makes one module find the others where they are now."""

    def __init__(self, module: str, hosts: dict[str, str], renamed: Renamed):
        self._module = module
        self._hosts = hosts
        self._renamed = renamed
        self._own = {name: new for (of, name), new in renamed.items() if of == module}
        self._objects: dict[str, str] = {}  # what a module is called here -> the module
        self._direct: set[str] = set()  # of them, those whose names can be used as they are

    def visit_Module(self, tree: ast.Module) -> ast.Module:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    module = f"{node.module}.{alias.name}"
                    if module in self._hosts:
                        self._objects[alias.asname or alias.name] = module
                    elif (node.module, alias.name) in self._renamed and self._inside(node):
                        self._own[alias.name] = self._renamed[str(node.module), alias.name]
        here = self._host(self._module)
        inside = {name for name, module in self._objects.items() if self._host(module) == here}
        self._direct = inside - self._needed(tree)
        if "." in here and inside - self._direct:
            # MicroPython knows a package inside another one only when all of it is loaded.
            raise ValueError(f"{self._module}: {inside - self._direct} cannot be done without")
        self.generic_visit(tree)
        for top in tree.body:
            if isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                top.name = self._own.get(top.name, top.name)
        return tree

    def _host(self, module: str) -> str:
        return self._hosts.get(module, module)

    def _inside(self, node: ast.ImportFrom) -> bool:
        """Return whether it is imported from a module of the same bundle."""
        return self._hosts.get(str(node.module)) == self._host(self._module)

    def _needed(self, tree: ast.Module) -> set[str]:
        """Return what modules are called that are used as objects, or for names that are taken here."""
        inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.comprehension
        scopes = [n for n in ast.walk(tree) if isinstance(n, inner)]
        names = [n for scope in scopes for n in ast.walk(scope) if isinstance(n, ast.Name)]
        stored = {name.id for name in names if _stored(name)}
        stored |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
        uses = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
        plain = {id(n.value) for n in uses if self._name_of(n) not in stored}
        return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and id(n) not in plain}

    def _name_of(self, node: ast.Attribute) -> str:
        """Return what a module's attribute is called now."""
        if isinstance(node.value, ast.Name) and node.value.id in self._objects:
            module = self._objects[node.value.id]
            return self._renamed.get((module, node.attr), node.attr)
        return node.attr

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        module = str(node.module)
        out: list[ast.stmt] = []
        left: list[ast.alias] = []
        for alias in node.names:
            whole = self._hosts.get(f"{module}.{alias.name}")
            new = self._renamed.get((module, alias.name), alias.name)
            if (alias.asname or alias.name) in self._direct:
                continue
            if whole is not None:
                out.append(ast.Import([ast.alias(whole, alias.asname or alias.name)]))
            elif not self._inside(node):
                called = alias.asname or alias.name
                left.append(ast.alias(new, None if called == new else called))
            elif alias.asname:
                raise ValueError(f"{self._module}: {alias.name} is imported by another name")
        if left:
            out.append(ast.ImportFrom(self._hosts.get(module, module), left, 0))
        return out or [ast.Pass()]

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        node.attr = self._name_of(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._direct:
            return ast.Name(node.attr, node.ctx)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._own.get(node.id, node.id)
        return node

    def visit_Global(self, node: ast.Global) -> ast.Global:
        node.names = [self._own.get(name, name) for name in node.names]
        return node
