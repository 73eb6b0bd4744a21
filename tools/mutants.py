"""The small faults that can be planted in a source: each is a text put in the place of another, and the rest stays as it is.

1. Python is read by `ast`; JavaScript by its tokens, as the page has no compiler. Positions are those of bytes.
2. Left alone: annotations, docstrings, `__all__` and the like, log lines, assertions, the words of an error (not which error it is),
   f-strings, `if TYPE_CHECKING`, and, in JavaScript, strings, comments, templates and regular expressions.
3. What Python does not compile is no mutant.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


SCRIPTS = (".mjs", ".js")

COMPARED = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",),
}  # fmt: skip
COUNTED = {
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "+", "**": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|", "@": "*",
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any", "reversed": "list", "floor": "ceil", "ceil": "floor"}
OPERATOR = re.compile(rb"not\s+in\b|is\s+not\b|in\b|is\b|and\b|or\b|<=|>=|==|!=|<<|>>|\*\*|//|<|>|[-+*/%&|^@]")
QUIET = {"echo", "exception", "get_logger", "info", "log", "print", "say", "secho", "warn", "warning", "debug", "overload", "cast", "TypeVar", "NewType"}  # fmt: skip
"""Calls whose texts nobody's program reads, or that only type checkers read."""
LOGS = QUIET - {"overload", "cast", "TypeVar", "NewType"}
BARE = {"dataclass", "field_validator", "cache", "lru_cache", "overload", "override", "final"}
"""Decorators of which only the speed or the shape depends on what they are given."""
WORDS = {
    "strict",
    "description",
    "help",
    "short_help",
    "title",
    "detail",
    "message",
    "summary",
    "deprecation_reason",
    "text",
}
"""Keywords whose text is for people, and `zip`'s, which only guards."""
GUARDS = {"frozen", "kw_only"}
"""Keywords of a class that only keep others from a mistake, as those of `dataclass` do."""
NAMES = {"__all__", "__slots__", "__match_args__", "__version__"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault that can be planted: the bytes from `start` to `end` of a file become others."""

    file: str
    kind: str
    start: int
    end: int
    new: bytes

    def planted(self, source: bytes) -> bytes:
        """The source with the fault in it."""
        return source[: self.start] + self.new + source[self.end :]

    def compiles(self, source: bytes) -> bool:
        """Whether Python takes it; what JavaScript takes is seen when it runs."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compile(self.planted(source), self.file, "exec", dont_inherit=True)
            except (SyntaxError, ValueError):
                return self.file.endswith(SCRIPTS)
        return True

    def lines(self, source: bytes) -> tuple[int, str, str]:
        """The number of the first line it touches, the lines as they are, and as they would be, without indentation."""
        begin = source.rfind(b"\n", 0, self.start) + 1
        end = source.find(b"\n", self.end)
        end = len(source) if end < 0 else end
        was = source[begin:end]
        now = source[begin : self.start] + self.new + source[self.end : end]
        return source.count(b"\n", 0, begin) + 1, was.decode().strip(), now.decode().strip()


def mutants(file: str, source: bytes) -> list[Mutant]:
    """All that can be planted in a source, in its order, each once."""
    found = _javascript(source) if file.endswith(SCRIPTS) else _Python(source).found
    unique = {(start, end, new): kind for kind, start, end, new in found if source[start:end] != new}
    return [Mutant(file, kind, *place) for place, kind in sorted(unique.items())]


class _Python(ast.NodeVisitor):
    """Collects the mutants of a Python source."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.found: list[tuple[str, int, int, bytes]] = []
        self.begins = [0, *(match.end() for match in re.finditer(rb"\n", source))]
        self.silent = 0  # within an error or a log line: its texts are for people
        self.types = 0  # at the level of a module or a class: `A | B` may be a type
        self.visit(ast.parse(source))

    def span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, (ast.expr, ast.stmt, ast.keyword))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.begins[node.lineno - 1] + node.col_offset, self.begins[node.end_lineno - 1] + node.end_col_offset

    def put(self, kind: str, start: int, end: int, new: str | bytes) -> None:
        self.found.append((kind, start, end, new.encode() if isinstance(new, str) else new))

    def whole(self, kind: str, node: ast.AST, new: str) -> None:
        self.put(kind, *self.span(node), new)

    def between(self, left: ast.AST, right: ast.AST) -> tuple[int, int, str]:
        """Where the operator between two expressions stands, and what it is."""
        start, end = self.span(left)[1], self.span(right)[0]
        masked = re.sub(rb"#[^\n]*", lambda match: b" " * len(match[0]), self.source[start:end])
        match = OPERATOR.search(masked)
        assert match is not None
        return start + match.start(), start + match.end(), " ".join(match[0].decode().split())

    def visit_body(self, body: list[ast.stmt]) -> None:
        for number, statement in enumerate(body):
            docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if docstring or isinstance(statement, (ast.Assert, ast.Import, ast.ImportFrom, ast.Pass)):
                continue
            last = number == len(body) - 1
            if isinstance(statement, (ast.Continue, ast.Break)):
                self.whole(type(statement).__name__.lower(), statement, "pass")
            elif isinstance(statement, ast.Return) and statement.value is not None:
                if not (isinstance(statement.value, ast.Constant) and statement.value.value is None):
                    self.whole("return", statement, "return None")
            elif isinstance(statement, ast.Return) and not (last and statement.col_offset <= 4):
                self.whole("return", statement, "pass")
            elif self._removable(statement):
                self.whole("statement", statement, "pass")
            self.visit(statement)

    @staticmethod
    def _removable(statement: ast.stmt) -> bool:
        match statement:
            case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() as value):
                call = value.value if isinstance(value, ast.Await) else value
                return not (isinstance(call, ast.Call) and _name(call.func) in LOGS)
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                return True
            case ast.AugAssign() | ast.Delete() | ast.Raise():
                return True
        return False

    def generic_visit(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if name in ("body", "orelse", "finalbody") and isinstance(value, list):
                self.visit_body(value)
            elif name not in ("annotation", "returns", "type_comment", "type_params"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.visit(child)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Positions within f-strings are wrong before Python 3.12."""

    def visit_Module(self, node: ast.Module) -> None:
        self.types = 1
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        node.keywords = [one for one in node.keywords if one.arg not in GUARDS]
        before, self.types = self.types, 1
        self.generic_visit(node)
        self.types = before

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        before, self.types = self.types, 0
        self.generic_visit(node)
        self.types = before

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef  # noqa: N815  (names of ast)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in NAMES for target in node.targets):
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        told = ast.unparse(node.test)
        if "TYPE_CHECKING" not in told and not told.startswith("__name__"):
            self.forced(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.forced(node.test, "False")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.forced(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.forced(test, "True")
        self.generic_visit(node)

    def forced(self, test: ast.expr, *values: str) -> None:
        if not isinstance(test, ast.Constant):
            for value in values or ("True", "False"):
                self.whole("condition", test, value)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right in pairwise([node.left, *node.comparators]):
            start, end, operator = self.between(left, right)
            for other in COMPARED.get(operator, ()):
                self.put("comparison", start, end, other)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            start, end, operator = self.between(left, right)
            self.put("and or", start, end, "or" if operator == "and" else "and")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        start = self.span(node)[0]
        if isinstance(node.op, ast.Not):
            self.put("not", start, start + 3, " ")
        elif isinstance(node.op, ast.USub):
            self.put("arithmetic", start, start + 1, "+")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = any(isinstance(side, ast.JoinedStr) or _is_text(side) for side in (node.left, node.right))
        if not texts and not (self.types and isinstance(node.op, ast.BitOr)):
            start, end, operator = self.between(node.left, node.right)
            if operator in COUNTED:
                self.put("arithmetic", start, end, COUNTED[operator])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        start, end, operator = self.between(node.target, node.value)
        if operator in COUNTED and not isinstance(node.value, ast.JoinedStr):
            self.put("arithmetic", start, end, COUNTED[operator])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool(truth):
                self.whole("truth", node, str(not truth))
            case int(number):
                self.whole("number", node, str(number + 1))
                if number:
                    self.whole("number", node, str(number - 1))
            case float(size):
                self.whole("number", node, repr(size + 1))
            case str(text) if text and not self.silent and not re.search(r"\s", text):
                start, end = self.span(node)
                quote = re.match(rb"[rbuRBU]*(\"\"\"|'''|\"|')", self.source[start:end])
                if quote is not None:
                    self.put("text", start + quote.end(), start + quote.end(), "XX")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if _name(node.value) not in ("Literal", "Annotated"):
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.silent += 1
        if isinstance(node.exc, ast.Call):
            self.whole("error", node.exc.func, "ArithmeticError")
        self.generic_visit(node)
        self.silent -= 1

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if isinstance(node.func, (ast.Name, ast.Attribute)) and name in TWINS:
            end = self.span(node.func)[1]
            self.put("twin", end - len(name), end, TWINS[name])
        if name == "sorted":
            end = self.span(node)[1]
            self.put("order", end, end, "[::-1]")
        quiet = name in QUIET
        self.silent += quiet
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg not in WORDS and not quiet:
                start, end = self.span(keyword)
                comma = re.match(rb"\s*,", self.source[end:])
                self.put("keyword", start, end + (comma.end() if comma else 0), "")
        self.generic_visit(node)
        self.silent -= quiet

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in WORDS:
            self.generic_visit(node)

    def visit(self, node: ast.AST) -> None:
        """Visit a node, its decorators only where they do something."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            node.decorator_list = [
                one for one in node.decorator_list if _name(one.func if isinstance(one, ast.Call) else one) not in BARE
            ]
        super().visit(node)


def _name(node: ast.AST) -> str:
    """The last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


TOKEN = re.compile(
    rb"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    rb"""|(?P<number>0[xX][\da-fA-F_]+n?|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?n?)|(?P<word>[A-Za-z_$#][\w$]*)"""
    rb"""|(?P<sign>>>>=|\.\.\.|===|!==|\*\*=|>>>|<<=|>>=|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[-+*/%&|^]=|\*\*|<<|>>|.)""",
    re.DOTALL,
)
REGEX = re.compile(rb"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
BEFORE_REGEX = set(b"return typeof case in of delete void throw new else await yield".split())
SIGNS = {
    b"===": b"!==", b"!==": b"===", b"<": b"<=", b"<=": b"<", b">": b">=", b">=": b">", b"&&": b"||", b"||": b"&&", b"??": b"&&",
    b"+": b"-", b"-": b"+", b"*": b"/", b"%": b"+", b"/": b"*", b"++": b"--", b"--": b"++", b"+=": b"-=", b"-=": b"+=",
}  # fmt: skip
JS_WORDS = {b"true": b"false", b"false": b"true", b"break": b"", b"continue": b""}
JS_TWINS = {
    b"min": b"max",
    b"max": b"min",
    b"some": b"every",
    b"every": b"some",
    b"floor": b"ceil",
    b"ceil": b"floor",
    b"reverse": b"slice",
}
UNARY = {b"+", b"-"}


def javascript_tokens(source: bytes) -> Iterator[tuple[str, int, int]]:
    """The tokens of a script: kind (number, word, sign, string, comment, template, regex), start and end. Templates are one token."""
    at, before = 0, b"("
    while at < len(source):
        if source[at : at + 1].isspace():
            at += 1
            continue
        kind, end = "sign", at + 1
        match = REGEX.match(source, at) if _may_be_regex(before) else None
        if source[at : at + 1] == b"`":
            kind, end = "template", _template_end(source, at)
        elif match is not None:
            kind, end = "regex", match.end()
        else:
            match = TOKEN.match(source, at)
            assert match is not None
            kind, end = str(match.lastgroup), match.end()
        yield kind, at, end
        before = source[at:end] if kind != "comment" else before
        at = end


def _may_be_regex(before: bytes) -> bool:
    return before in BEFORE_REGEX or re.fullmatch(rb"[\w$#.]+|[)\]}]|[\"'`/].*|\+\+|--", before, re.DOTALL) is None


def _template_end(source: bytes, at: int) -> int:
    """Where the template that starts at a backtick ends; what is between `${` and `}` may hold templates of its own."""
    at += 1
    while source[at : at + 1] not in (b"`", b""):
        if source[at : at + 2] == b"${":
            depth, at = 1, at + 2
            for kind, start, end in javascript_tokens(source[at:]):
                sign = source[at + start : at + end] if kind == "sign" else b""
                depth += (sign == b"{") - (sign == b"}")
                if not depth:
                    at += end
                    break
        else:
            at += 2 if source[at : at + 1] == b"\\" else 1
    return at + 1


def _javascript(source: bytes) -> Iterator[tuple[str, int, int, bytes]]:
    """The mutants of a script."""
    tokens = [token for token in javascript_tokens(source) if token[0] != "comment"]
    texts = [source[start:end] for _, start, end in tokens]
    for number, ((kind, start, end), text) in enumerate(zip(tokens, texts, strict=True)):
        before = texts[number - 1] if number else b""
        value = number > 0 and (tokens[number - 1][0] in ("number", "string", "template") or not _may_be_regex(before))
        if kind == "number" and re.fullmatch(rb"\d+", text):
            yield "number", start, end, str(int(text) + 1).encode()
        elif kind == "word" and text in JS_WORDS and before != b".":
            yield "word", start, end, JS_WORDS[text]
        elif kind == "word" and text in JS_TWINS and before == b".":
            yield "twin", start, end, JS_TWINS[text]
        elif kind == "word" and text == b"return" and texts[number + 1] != b";":
            yield "return", end, end, b";"
        elif (
            kind == "sign"
            and text in SIGNS
            and (text not in UNARY or value)
            and (text != b"*" or before != b"function")
        ):
            yield "sign", start, end, SIGNS[text]
        elif kind == "sign" and text == b"!" and texts[number + 1] != b"!":
            yield "not", start, end, b""
        elif kind == "word" and text in (b"if", b"while") and before != b"." and texts[number + 1] == b"(":
            depth, close = 1, number + 1
            while depth:
                close += 1
                depth += (texts[close] == b"(") - (texts[close] == b")")
            for forced in (b"true", b"false") if text == b"if" else (b"false",):
                yield "condition", tokens[number + 1][2], tokens[close][1], forced
        elif kind == "word" and before in (b";", b"{", b"}") and text not in KEYWORDS:
            rest = next((at for at in range(number, len(texts)) if texts[at] in (b";", b"{", b"}")), number)
            if texts[rest] == b";" and b":" not in texts[number:rest] and {b"(", b"=", b"+="} & set(texts[number:rest]):
                yield "statement", start, tokens[rest][1], b""


KEYWORDS = set(
    b"if for while return const let var throw import export case default break continue function class switch try do "
    b"else async static get set".split()
)
