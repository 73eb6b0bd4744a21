"""`engine/compile_engine.py` on a toy: what is kept of one build for the next, and what is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.marks import BUILDS

if TYPE_CHECKING:
    from types import ModuleType

ENGINE = Path(__file__).resolve().parents[2] / "engine"
TOY = {
    "__init__.py": "",
    "coins.py": "class Purse:\n    gold: int\n\n    def __init__(self, gold: int) -> None:\n        self.gold = gold\n\n\n"
    "def name(gold: int) -> str:\n    return 'nothing' if gold == 0 else 'a coin' if gold == 1 else 'coins'\n",
    "thief.py": "from citadels_engine.coins import Purse, name\n\n\ndef steal(purse: Purse) -> str:\n"
    "    return 'the thief takes ' + name(purse.gold)\n",
    "witch.py": "from citadels_engine.coins import Purse\n\n\ndef bewitch(purse: Purse) -> tuple[str, int]:\n    return ('toad', purse.gold)\n",
}
ASK = (
    "from citadels_engine import coins, thief, witch; assert not thief.__file__.endswith('.py');"
    "print(thief.steal(coins.Purse(1)), thief.steal(coins.Purse(7)), *witch.bewitch(coins.Purse(3)))"
)


def loaded(path: Path = ENGINE / "compile_engine.py") -> ModuleType:
    """The compiling script, as a module."""
    spec = spec_from_loader("compiling", SourceFileLoader("compiling", str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# What is kept


class Toy:
    """A toy of an engine, and the objects that are kept of its builds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "engine" / "citadels_engine"
        self.objects = folder / "objects"
        self.builds = 0
        self.package.mkdir(parents=True)
        (self.package.parent / "citadels_contest").mkdir()
        shutil.copy(ENGINE / "compile_engine.py", self.package.parent)
        for name, text in TOY.items():
            (self.package / name).write_text(text)

    def change(self, name: str, old: str, new: str) -> None:
        """Change a module."""
        text = (self.package / name).read_text()
        assert old in text
        (self.package / name).write_text(text.replace(old, new))

    def build(self, **variables: str) -> tuple[int, str]:
        """Build anew: how many files were compiled, and what the build answers."""
        self.builds += 1
        into = self.folder / f"build{self.builds}"
        before = set(self.objects.glob("*"))
        script = str(self.package.parent / "compile_engine.py")
        told = {**os.environ, "CITADELS_PURE": "0", "PYTHONPATH": "", "TMPDIR": str(self.folder), **variables}
        run = subprocess.run(
            [sys.executable, "-P", script, str(into), str(self.objects)],
            env=told,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
        asked = subprocess.run(
            [sys.executable, "-P", "-c", ASK],
            env={**told, "PYTHONPATH": str(into)},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert asked.returncode == 0, asked.stderr
        assert not list(self.folder.glob("citadels-compile-*"))
        return len(set(self.objects.glob("*")) - before), asked.stdout.strip()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A toy that was built once."""
    if loaded().why_not() not in (None, "CITADELS_PURE is set"):
        pytest.skip("this machine cannot compile")
    toy = Toy(tmp_path_factory.mktemp("toy"))
    compiled, said = toy.build()
    assert compiled > len(TOY)
    assert said == "the thief takes a coin the thief takes coins toad 3"
    return toy


@pytest.fixture
def toy(first: Toy, tmp_path: Path) -> Toy:
    """A copy of it, with all that was kept."""
    copy = Toy(tmp_path / "toy")
    shutil.copytree(first.objects, copy.objects)
    return copy


@pytest.mark.heavy
@BUILDS
def test_nothing_is_compiled_again_where_nothing_has_changed(toy: Toy) -> None:
    assert toy.build() == (0, "the thief takes a coin the thief takes coins toad 3")


@pytest.mark.heavy
@BUILDS
@pytest.mark.parametrize(
    ("old", "new", "many"),
    [
        ("return 'nothing'", "# a comment\n\n    return 'nothing'", "coins"),
        ("'coins'", "'gold'", "gold"),
        ("'coins'", "str(gold) + ' coins' + ' and ' + 'more'", "7 coins and more"),
        ("def name", "def more(gold: int) -> int:\n    return gold + 1\n\n\ndef name", "coins"),
        ("def name", "class Chest:\n    pass\n\n\ndef name", "coins"),
    ],
    ids=["comment", "another literal", "more literals", "function", "class"],
)
def test_a_changed_module_is_compiled_again_and_no_other(toy: Toy, old: str, new: str, many: str) -> None:
    toy.change("coins.py", old, new)
    compiled, said = toy.build()
    assert compiled <= 2  # the module's file, and the one of the whole group
    assert said == f"the thief takes a coin the thief takes {many} toad 3"


@pytest.mark.heavy
@BUILDS
def test_what_uses_a_class_is_compiled_again_when_the_class_has_another_form(toy: Toy) -> None:
    toy.change("coins.py", "    gold: int\n", "    silver: str\n    gold: int\n")
    toy.change("coins.py", "self.gold = gold", "self.silver = 'silver'\n        self.gold = gold")
    count, said = toy.build()
    assert count >= 3  # those of coins, thief and witch read a field that is elsewhere now
    assert said == "the thief takes a coin the thief takes coins toad 3"


@pytest.mark.heavy
@BUILDS
def test_all_is_compiled_again_when_the_compiler_is_told_something_else(toy: Toy) -> None:
    kept = len(list(toy.objects.glob("*")))
    count, _ = toy.build(CFLAGS="-fno-strict-aliasing")
    assert count == kept


def test_an_object_is_named_after_the_text_the_command_and_nothing_else(tmp_path: Path) -> None:
    objects = loaded().Objects(tmp_path / "objects", tmp_path)
    source = tmp_path / "a.c"
    source.write_text("int a;\n")
    cc = sys.executable  # any program that says its version
    name = objects.named(source, [cc, "-O3", f"-I{tmp_path}/c"])
    assert name is not None
    other = loaded().Objects(tmp_path / "objects", tmp_path / "elsewhere")
    assert other.named(source, [cc, "-O3", f"-I{tmp_path}/elsewhere/c"]) == name
    assert objects.named(source, [cc, "-O2", f"-I{tmp_path}/c"]) != name
    source.write_text("int b;\n")
    assert objects.named(source, [cc, "-O3", f"-I{tmp_path}/c"]) != name


def test_a_file_that_still_depends_on_a_header_of_the_group_is_not_kept(tmp_path: Path) -> None:
    objects = loaded().Objects(tmp_path / "objects", tmp_path)
    source = tmp_path / "a.c"
    source.write_text('#include "__native_internal_citadels_engine.h"\nint a;\n')
    assert objects.named(source, [sys.executable]) is None


def test_an_object_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    objects = loaded().Objects(tmp_path / "objects", tmp_path)
    built = tmp_path / "a.o"
    built.write_bytes(b"object")
    kept = tmp_path / "objects" / "name.o"
    assert not objects.take(kept, tmp_path / "b.o")
    objects.keep(kept, built)
    assert objects.take(kept, tmp_path / "b.o")
    assert (tmp_path / "b.o").read_bytes() == b"object"
    shutil.rmtree(tmp_path / "objects")
    objects.keep(kept, built)
    assert not kept.exists()


def test_what_was_not_used_for_longest_is_forgotten(tmp_path: Path) -> None:
    objects = loaded().Objects(tmp_path / "objects", tmp_path)
    objects.MOST = 2
    for age in range(4):
        path = tmp_path / "objects" / f"{age}.o"
        path.write_bytes(b"")
        os.utime(path, (1000 - age, 1000 - age))
    objects.take(tmp_path / "objects" / "3.o", tmp_path / "taken")
    objects.prune()
    assert sorted(path.name for path in (tmp_path / "objects").iterdir()) == ["0.o", "3.o"]


# The C text

HEADER = """\
#include <Python.h>
#include "__native_citadels_engine.h"
typedef struct {
    tuple_T1O pair;
} aObject;

typedef struct {
    int b;
} bObject;

#ifndef MYPYC_DECLARED_tuple_T1O
typedef struct tuple_T1O { int f0; } tuple_T1O;
#endif

extern PyObject *CPyStatics[9];
extern aObject *make_a(int number);
extern int make_b(bObject *b);
int CPyGlobalsInit(void);
"""
GROUP = """\
#include "__native_citadels_engine.h"
    if (CPyStatics_Initialize(CPyStatics, CPyLit_Str) < 0) {
        return -1;
    }
PyObject *CPyStatics[9];
"""
MODULE = """\
#include "__native_citadels_engine.h"
#include "__native_internal_citadels_engine.h"
    make_a(CPyStatics[7]);
    use(CPyStatics[3], CPyStatics[7]);
"""


def written(folder: Path, group: str = GROUP, header: str = HEADER) -> dict[str, str]:
    """The files of a group of two modules, made independent."""
    for name, text in {
        "__native_citadels_engine.h": header,
        "__native_internal_citadels_engine.h": "extern int inner(void);\n",
        "__native_citadels_engine.c": group,
        "__native_citadels_engine___a.c": MODULE,
        "__native_citadels_engine___b.c": "return make_b(0);\n",
    }.items():
        (folder / name).write_text(text)
    loaded().make_independent(folder)
    return {path.stem.rpartition("_")[2]: path.read_text() for path in folder.glob("*.c")}


def test_a_file_has_the_declarations_that_it_uses_and_those_that_they_use(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert "make_a(int number)" in files["a"]
    assert "} aObject;" in files["a"]
    assert "} tuple_T1O;" in files["a"]
    assert "bObject" not in files["a"]
    assert "inner(void)" not in files["a"]
    assert "} bObject;" in files["b"]
    assert "aObject" not in files["b"]
    assert all("CPyGlobalsInit(void)" in text for text in files.values())  # what has no name in the header, all have
    assert not any('#include "__native_' in text for text in files.values())


def test_what_a_file_does_not_use_leaves_no_trace_in_it(tmp_path: Path) -> None:
    before = written(tmp_path)["a"]
    more = HEADER.replace(
        "extern int make_b", "extern int make_c(void);\n\ntypedef struct {\n    int c;\n} cObject;\n\nextern int make_b"
    )
    assert written(tmp_path, header=more)["a"] == before


def test_a_literal_has_the_number_of_its_own_file_and_is_handed_out_by_the_group(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert "make_a(CPyStatics_a[0]);" in files["a"]
    assert "use(CPyStatics_a[1], CPyStatics_a[0]);" in files["a"]
    assert "PyObject *CPyStatics_a[2]" in files["a"]
    assert "of_CPyStatics_a[] = {7, 3};" in files["engine"]
    assert files["engine"].index("return -1;") < files["engine"].index("    hand_out_literals();")


def test_literals_keep_their_numbers_where_the_group_makes_them_in_another_way(tmp_path: Path) -> None:
    files = written(tmp_path, GROUP.replace("CPyStatics_Initialize(CPyStatics,", "CPyStatics_Prepare(CPyStatics,"))
    assert "use(CPyStatics[3], CPyStatics[7]);" in files["a"]
    assert "extern PyObject *CPyStatics[9];" in files["a"]
