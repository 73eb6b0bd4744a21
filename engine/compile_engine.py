"""Compiles the rules engine with mypyc, all of it in one group, so that a call from one module into another is a C call.

`python engine/compile_engine.py FOLDER [OBJECTS]` leaves in FOLDER the packages `citadels_engine` and `citadels_contest`: the sources as they are
and, beside them, the compiled modules, which Python prefers. Two callers: `./citadels`, which keeps such folders and puts one first on the path, and the
build hook of the distributions (`hatch_build.py`). Exit status: 0 compiled, 3 this machine cannot compile (the reason is printed), else it
failed.

Where OBJECTS is named, what the C compiler has made is kept there under a hash of all that it was made of, and is not made again
(`docs/decisions/0002-one-group.md` has the figures). mypyc writes the whole C text anew each time; for that text to stay the same where
the Python behind it has, each file is given only those declarations that it uses, and literals under numbers of its own.

mypyc keeps signatures and no docstrings. They are written into the C text that it makes, before that is compiled: so `help` and `inspect.getdoc`
say of compiled code what they say of the sources, and an import has nothing more to do.
"""

import ast
import concurrent.futures
import contextlib
import fnmatch
import functools
import hashlib
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any

PACKAGES = ("citadels_engine", "citadels_contest")
GROUP = "citadels_engine"
"""All modules are one group: this names its shared library, `citadels_engine__mypyc`."""
HERE = Path(__file__).resolve().parent

# Modules that stay interpreted, as patterns of their path.
INTERPRETED = (
    "*/__init__.py",
    "citadels_contest/types.py",  # as errors.py
    "citadels_engine/formats/conformance.py",
    "citadels_engine/errors.py",  # from Python 3.12 on mypyc makes exceptions whose `__dict__` is always empty: `vars` and pickle fail
    "citadels_engine/testing.py",
)

CANNOT = 3


def why_not() -> str | None:
    """Why this machine cannot compile, in words for people; None where it can."""
    if os.environ.get("CITADELS_PURE", "0") not in ("", "0"):
        return "CITADELS_PURE is set"
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, this is {sys.implementation.name}"
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    words = shlex.split(str(compiler))
    if not any(shutil.which(name) for name in (words[0] if words else "cc", "cc", "gcc", "clang")):
        return "no C compiler found"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "the C headers of this Python are not installed (Debian: python3-dev)"
    return None


def sources(folder: Path) -> list[Path]:
    """The modules of the packages in a folder, in the order of their names."""
    return [path for package in PACKAGES for path in sorted((folder / package).rglob("*.py"))]


def compiled_modules(folder: Path) -> list[Path]:
    """Those of them that are compiled."""
    return [
        path
        for path in sources(folder)
        if not any(fnmatch.fnmatch(path.relative_to(folder).as_posix(), pattern) for pattern in INTERPRETED)
    ]


def is_compiled(folder: Path) -> bool:
    """Whether these very sources, every one of them, were compiled in that folder."""
    originals, copies = ({path.relative_to(top): path.read_bytes() for path in sources(top)} for top in (HERE, folder))
    modules = [path.relative_to(HERE) for path in compiled_modules(HERE)]
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    return originals == copies and all((folder / name).with_suffix(suffix).is_file() for name in modules)


def compile_into(folder: Path, kept: Path | None = None) -> None:
    """Copy the packages into a folder and compile them there; intermediate files are gone afterwards, but for what is kept for the next time."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    _choose_compiler()
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        shutil.copytree(HERE / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="citadels-compile-") as scratch:
        os.chdir(folder)  # mypyc names modules by their path from here
        try:
            modules = [str(path.relative_to(folder)) for path in compiled_modules(folder)]
            options = ["--config-file=", f"--cache-dir={scratch}/mypy", "--no-warn-unused-configs"]
            extensions = mypycify(
                [*options, *modules],
                opt_level="3",
                debug_level="0",
                multi_file=True,  # one C file a module, so that both cores have work
                target_dir=f"{scratch}/c",
                group_name=GROUP,
            )
            for module in compiled_modules(folder):
                name = ".".join(module.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
                written = Path(scratch, "c", f"__native_{name.replace('.', '___')}.c")
                if written.is_file():  # another mypyc may call it otherwise, and compiles as well without docstrings
                    written.write_text(described(written.read_text("utf-8"), docstrings(module)), "utf-8")
            if kept is not None:
                make_independent(Path(scratch, "c"))
            distribution = Distribution({"name": GROUP, "ext_modules": extensions})
            command = build_ext(distribution)
            command.build_lib = str(folder)
            command.build_temp = f"{scratch}/objects"
            command.ensure_finalized()
            objects = None if kept is None else Objects(kept, Path(scratch))
            _compile_side_by_side(objects)
            command.run()
            if objects is not None:
                objects.prune()
        finally:
            os.chdir(before)


# The docstrings


def docstrings(module: Path) -> dict[str, str]:
    """The docstrings of a module: its own under the empty name, those of its functions and classes, and of methods as `Class.method`."""
    found: dict[str, str] = {}

    def collect(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> None:
        text = ast.get_docstring(node)
        if text:
            found.setdefault(name, text)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for inner in node.body:
                if isinstance(inner, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                    collect(inner, f"{name}.{inner.name}".removeprefix("."))

    collect(ast.parse(module.read_text("utf-8")), "")
    return found


_STRING = r'(?:NULL|(?:"(?:[^"\\\n]|\\.)*"\s*)+)'
_MODULE = re.compile(r'(?P<before>PyModuleDef_HEAD_INIT,\s*"[\w.]+",\s*)(?P<text>NULL)')
_FUNCTION = re.compile(
    rf'(?P<before>\{{"(?P<name>\w+)", \(PyCFunction\)\w+, [A-Z_| ]+, PyDoc_STR\()(?P<text>{_STRING})(?=\) /\* docstring)'
)
_CLASS = re.compile(
    rf'(?P<before>\.tp_name = "(?P<name>\w+)",[^}}]*?\.tp_doc = PyDoc_STR\()(?P<text>{_STRING})(?=\),)', re.DOTALL
)
_TABLE = re.compile(
    r"^static Py(?:Method|GetSet)Def \w+___(\w+)_(?:methods|getseters)\[\] = \{.*?^\};", re.DOTALL | re.MULTILINE
)
_METHOD = re.compile(
    rf'(?P<before>\{{"(?P<name>\w+)",\s*\(PyCFunction\)\w+,[A-Z_|\s]+, PyDoc_STR\()(?P<text>{_STRING})(?=\)\}})'
)
_PROPERTY = re.compile(
    r'(?P<before>\{"(?P<name>\w+)",\s*\(getter\)\w+,\s*(?:\(setter\)\w+|NULL),\s*)(?P<text>NULL)(?=, NULL\})'
)


def described(code: str, texts: dict[str, str]) -> str:
    """The C text that mypyc has made of a module, with the docstrings of that module; a signature stays before them."""

    def put(found: re.Match[str], owner: str = "") -> str:
        text = texts.get(owner + found.groupdict().get("name", ""))
        if text is None:
            return found[0]
        signature = "" if found["text"] == "NULL" else f"{found['text']} "
        return f"{found['before']}{signature}{c_string(text)}"

    def put_members(table: re.Match[str]) -> str:
        members = table[0]
        for pattern in (_METHOD, _PROPERTY):
            members = pattern.sub(lambda found: put(found, f"{table[1]}."), members)
        return members

    for pattern in (_MODULE, _FUNCTION, _CLASS):
        code = pattern.sub(put, code)
    return _TABLE.sub(put_members, code)


def c_string(text: str) -> str:
    """A text as a literal of C, line by line."""

    def escape(byte: int) -> str:
        char = chr(byte)
        if char in '"\\':
            return f"\\{char}"
        return char if 32 <= byte < 127 and char != "?" else f"\\{byte:03o}"  # two question marks begin a trigraph

    lines = text.encode().splitlines(keepends=True)
    return "\n".join('"' + "".join(map(escape, line)) + '"' for line in lines)


# The C text of a module, which changes with that module alone


_INCLUDE = re.compile(rf'^#include "__native_(?:internal_)?{GROUP}\.h"\n', re.MULTILINE)
_DECLARED = re.compile(
    r"^extern [^();\n]*?\b(\w+)(?:\([^\n]*\)|\[\d*\])?;\n"  # a function, a variable
    r"|^#ifndef MYPYC_DECLARED_(\w+)\n.*?^#endif\n"  # a tuple
    r"|^typedef struct \{\n.*?^\} (\w+);\n",  # a class
    re.MULTILINE | re.DOTALL,
)
_LITERAL = re.compile(r"\bCPyStatics\[(\d+)\]")
_LITERALS_MADE = re.compile(r"if \(CPyStatics_Initialize\(CPyStatics,.*?\n    \}\n", re.DOTALL)


def make_independent(folder: Path) -> None:
    """Write the files of C anew, so that one depends on nothing of another but what it uses.

    1. A file includes neither of the two headers of the group; what it uses of them stands in it.
    2. A literal has no number in the group, which would change with every literal before it. Each file has a table of its own, which the
       group's file fills once all literals are made.

    What has not the expected form is left as it is.
    """
    headers = [folder / f"__native_{GROUP}.h", folder / f"__native_internal_{GROUP}.h"]
    group = folder / f"__native_{GROUP}.c"
    modules = sorted(path for package in PACKAGES for path in folder.glob(f"__native_{package}___*.c"))
    if not group.is_file() or not all(header.is_file() for header in headers):
        return
    texts = {path: path.read_text("utf-8") for path in (group, *modules)}
    if len(_LITERALS_MADE.findall(texts[group])) == 1:
        filled = []
        for path in modules:
            table = f"CPyStatics_{path.stem.partition('___')[2]}"
            texts[path], numbers = with_own_literals(texts[path], table)
            if numbers:
                filled.append((table, numbers))
        texts[group] = with_literals_handed_out(texts[group], filled)
    declared = pieces(_INCLUDE.sub("", "".join(header.read_text("utf-8") for header in headers)))
    for path, text in texts.items():
        path.write_text(with_declarations(_INCLUDE.sub("", text), declared), "utf-8")


def with_own_literals(text: str, table: str) -> tuple[str, list[int]]:
    """A file whose literals are numbered in the order in which it uses them, in a table of that name; and their numbers in the group."""
    numbers = list(dict.fromkeys(int(number) for number in _LITERAL.findall(text)))
    if not numbers:
        return text, []
    own = {number: place for place, number in enumerate(numbers)}
    text = _LITERAL.sub(lambda found: f"{table}[{own[int(found[1])]}]", text)
    return f'PyObject *{table}[{len(numbers)}] __attribute__((visibility("hidden")));\n{text}', numbers


def with_literals_handed_out(text: str, filled: list[tuple[str, list[int]]]) -> str:
    """The group's file, which fills the tables of all others once it has made the literals."""
    lines = [f'extern PyObject *{table}[] __attribute__((visibility("hidden")));' for table, _ in filled]
    lines.append("static void hand_out_literals(void) {")
    for table, numbers in filled:
        places = ", ".join(map(str, numbers))
        lines.append(f"    static const int of_{table}[] = {{{places}}};")
        lines.append(f"    for (int i = 0; i < {len(numbers)}; i++) {table}[i] = CPyStatics[of_{table}[i]];")
    lines.append("}\n")
    text = _LITERALS_MADE.sub(lambda found: f"{found[0]}    hand_out_literals();\n", text)
    return "\n".join(lines) + text


Piece = tuple[str, str, frozenset[str]]


def pieces(text: str) -> list[Piece]:
    """The declarations of a header, each with its name and the words in it; what has no name here, every file needs."""
    found: list[Piece] = []
    end = 0
    for one in _DECLARED.finditer(text):
        between = text[end : one.start()].lstrip("\n")  # an empty line would tell of what is left out
        found.append(("", between, frozenset()))
        found.append((one[1] or one[2] or one[3], one[0], frozenset(re.findall(r"\w+", one[0]))))
        end = one.end()
    found.append(("", text[end:], frozenset()))
    return found


def with_declarations(text: str, declared: list[Piece]) -> str:
    """A file after the declarations that it uses, and those that they use."""
    words = {name: inside for name, _, inside in declared if name}
    used: set[str] = set()
    found = words.keys() & set(re.findall(r"\w+", text))
    while found:
        used |= found
        found = (words.keys() & set().union(*(words[name] for name in found))) - used
    return "".join(piece for name, piece, _ in declared if not name or name in used) + text


class Objects:
    """The objects that the C compiler has made so far, each in a file that is named after all that it was made of."""

    MOST = 1000
    """How many are kept: those of three states of the engine that have nothing in common."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.scratch = scratch
        folder.mkdir(parents=True, exist_ok=True)

    def named(self, source: Path, command: list[str]) -> Path | None:
        """Where the object of a source is kept; None where it depends on more than what is looked at here."""
        text = source.read_bytes()
        if b'#include "__native_' in text:
            return None
        from mypy.version import __version__

        words = " ".join(command).replace(str(self.scratch), "")
        digest = hashlib.sha256(f"{sys.version} {__version__} {_identity(command[0])} {words}\n".encode())
        digest.update(text)
        return self.folder / f"{digest.hexdigest()}.o"

    def take(self, kept: Path, built: Path) -> bool:
        """Put a kept object where it is wanted; whether there is one."""
        try:
            shutil.copyfile(kept, built)
            os.utime(kept)  # those in use are the newest
        except OSError:
            return False
        return True

    def keep(self, kept: Path, built: Path) -> None:
        """Keep an object: whole, or not at all."""
        whole = built.with_name(f"{built.name}.kept")
        with contextlib.suppress(OSError):
            shutil.copyfile(built, whole)
            whole.replace(kept)

    def prune(self) -> None:
        """Forget what was not used for longest."""
        found = sorted(self.folder.glob("*.o"), key=lambda path: -path.stat().st_mtime)
        for path in found[self.MOST :]:
            path.unlink(missing_ok=True)


@functools.cache
def _identity(compiler: str) -> str:
    """Which C compiler it is: what it says of itself, and its file."""
    found = Path(shutil.which(compiler) or compiler).resolve()
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    stat = found.stat()
    return f"{found} {stat.st_size} {stat.st_mtime_ns} {said.stdout}"


# The C compiler


def _choose_compiler() -> None:
    """Use clang or gcc where Python was built with a compiler that is not here."""
    words = shlex.split(str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"))
    if words and shutil.which(words[0]):
        return
    found = next(name for name in ("cc", "gcc", "clang") if shutil.which(name))
    os.environ["CC"] = found
    os.environ["LDSHARED"] = f"{found} -shared"


def _compile_side_by_side(known: Objects | None) -> None:
    """Let the C compiler of setuptools work on as many files at once as there are cores; by itself it takes one after another.

    What is among the known objects is not compiled again, and what is compiled joins them.
    """
    compilers: Any = importlib.import_module("distutils.ccompiler")  # setuptools brings its own
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

    def compile_all(
        self: Any,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: bool = False,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        macros, objects, extra_postargs, pp_opts, build = self._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        cc_args = self._get_cc_args(pp_opts, debug, extra_preargs)

        def compile_one(item: tuple[str, tuple[str, str]]) -> None:
            built, (source, extension) = item
            command = [*self.compiler_so, *cc_args, *pp_opts, *(extra_postargs or ())]
            kept = None if known is None else known.named(Path(source), command)
            if known is None or kept is None:
                self._compile(built, source, extension, cc_args, extra_postargs, pp_opts)
            elif not known.take(kept, Path(built)):
                self._compile(built, source, extension, cc_args, extra_postargs, pp_opts)
                known.keep(kept, Path(built))

        # the largest first, or the last one keeps a single core busy
        work = sorted(build.items(), key=lambda item: -Path(item[1][0]).stat().st_size)
        with concurrent.futures.ThreadPoolExecutor(cores) as pool:
            list(pool.map(compile_one, work))
        return list(objects)

    compilers.CCompiler.compile = compile_all


def main(arguments: list[str]) -> int:
    """Compile into the folder that is named first; objects are kept in the second."""
    if len(arguments) not in (1, 2):
        print("usage: python engine/compile_engine.py FOLDER [OBJECTS]", file=sys.stderr)
        return 2
    reason = why_not()
    if reason:
        print(reason, file=sys.stderr)
        return CANNOT
    began = time.monotonic()
    compile_into(*(Path(argument).resolve() for argument in arguments))
    print(f"compiled {len(compiled_modules(HERE))} modules in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
