"""Bots that want more than they may have. Each says on its standard error what it has got: `GOT` and what, a line for each thing.

1. `PEEKERS` look, reach out, and try to do harm beside the table. At the table they all play the same, so what they get can change nothing.
2. `BREAKERS` break their own process or use up what there is. They forfeit their games, and nobody else does.
3. Where they look stands in `P`: paths, the numbers of processes, a port. Nothing that they do harms the machine where they succeed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


HEAD: Final = """
import builtins, ctypes, gc, os, sys
from pathlib import Path

from citadels_sdk import Bot


def got(what):
    sys.stderr.write(f"GOT {what}\\n")


def tried(what, function, *arguments):
    try:
        found = function(*arguments)
    except BaseException as error:
        sys.stderr.write(f"refused {what}: {type(error).__name__}: {error}\\n")
        return None
    got(what)
    return found


class Hostile(Bot):
    done = False

    def choose(self, view):
        if not self.done and view.n >= 12:
            self.done = True
            self.trick(view)
        return view.actions[0]

"""
PLAIN: Final = "    def trick(self, view):\n        pass\n"
"""What is left of a peeker that gets nothing."""

PEEKERS: Final[dict[str, str]] = {
    "walks_gc": """
    def trick(self, view):
        from citadels_engine import Game
        for one in gc.get_objects():
            if isinstance(one, Game) and one.seed:
                got(f"the hands {[[card.id for card in seat.hand] for seat in one.seats]}")
                got(f"the deck {[card.id for card in one.deck]}")
""",
    "walks_frames": """
    def trick(self, view):
        frame = sys._getframe()
        while frame is not None:
            for name, value in frame.f_locals.items():
                if type(value).__name__ in ("Game", "Seated", "Hall", "Task"):
                    got(f"{name} of {frame.f_code.co_name}: {value}")
            frame = frame.f_back
""",
    "imports_the_referee": """
    def trick(self, view):
        import citadels_sdk.tournaments.game_run, citadels_sdk.tournaments.local_run, citadels_sdk.stdio.program_cache
        from citadels_sdk.isolated import process_cache
        from citadels_sdk.tournaments.game_run import Hall, Seated
        for one in gc.get_objects():
            if type(one) in (Hall, Seated):
                got(f"the referee's {type(one).__name__}")
        if process_cache._connections or process_cache._idle:
            got("the referee's processes")
""",
    "patches_builtins": """
    def trick(self, view):
        import citadels_engine, json, marshal
        for module, name in ((builtins, "len"), (builtins, "max"), (citadels_engine, "scores"), (citadels_engine, "places"), (json, "loads")):
            setattr(module, name, lambda *arguments, **more: 99)
        import importlib
        importlib.reload(sys.modules["builtins"])
        builtins.len, builtins.max = (lambda one: one.__len__()), (lambda *some, key=None, default=None: sorted(*some, key=key)[-1])
""",
    "reads_memory": """
    def trick(self, view):
        for pid in (P["referee"], os.getppid(), 1):
            for name in ("mem", "environ", "maps", "cmdline", "fd", "root"):
                tried(f"/proc/{pid}/{name}", lambda: os.listdir(f"/proc/{pid}/{name}") if name in ("fd", "root") else open(f"/proc/{pid}/{name}", "rb").read(1) if name != "mem" else open(f"/proc/{pid}/{name}", "rb"))
        tried("the list of processes", os.listdir, "/proc")
        libc = ctypes.CDLL(None, use_errno=True)
        for pid in (P["referee"], os.getppid()):
            if libc.ptrace(16, pid, 0, 0) == 0:
                got(f"hold of process {pid}")
                libc.ptrace(17, pid, 0, 0)
            here = ctypes.create_string_buffer(8)
            vector = (ctypes.c_void_p * 2)(ctypes.addressof(here), 8)
            if libc.process_vm_readv(pid, vector, 1, vector, 1, 0) >= 0 or ctypes.get_errno() != 1:
                got(f"a way into the memory of {pid}")
""",
    "reads_environment": """
    def trick(self, view):
        for name, value in os.environ.items():
            if name.startswith("CITADELS") or "secret" in value:
                got(f"{name}={value}")
        libc = ctypes.CDLL(None)
        libc.getenv.restype = ctypes.c_char_p
        if libc.getenv(b"CITADELS_SECRET"):
            got("CITADELS_SECRET from the library")
""",
    "reads_files": """
    def trick(self, view):
        for path in P["paths"]:
            tried(path, lambda: Path(path).read_bytes()[:1] if Path(path).is_file() else os.listdir(path))
        tried("the passwords", lambda: open("/etc/passwd").read())
        tried("a link to a file", lambda: (os.symlink(P["secret"], os.path.join(os.environ.get("TMPDIR", "/tmp"), "link")), open(os.path.join(os.environ.get("TMPDIR", "/tmp"), "link")).read()))
        tried("a hard link to a file", lambda: os.link(P["secret"], os.path.join(os.environ.get("TMPDIR", "/tmp"), "hard")))
""",
    "writes_files": """
    def trick(self, view):
        target = P["victim"]
        tried("an open to write", lambda: open(target, "a"))
        tried("a truncation", lambda: os.truncate(target, 3))
        tried("a mode", os.chmod, target, 0o644)
        tried("a time", os.utime, target, (1, 1))
        tried("an owner", os.chown, target, os.getuid(), os.getgid())
        tried("an attribute", lambda: os.setxattr(target, "user.x", b"1"))
        tried("a new name", os.rename, target, target + "2")
        tried("a new file", lambda: open(target + ".new", "w"))
        tried("a new file beside the bot", lambda: open(__file__ + ".new", "w"))
        tried("a new folder", os.mkdir, target + ".dir")
        tried("a lock", lambda: __import__("fcntl").flock(open(__file__), 2))
        tried("a removal", os.unlink, target)
""",
    "calls_home": """
    def trick(self, view):
        import socket
        def connect(family, address):
            with socket.socket(family, socket.SOCK_STREAM) as line:
                line.settimeout(1)
                line.connect(address)
                line.sendall(b"found")
        tried("a connection", connect, socket.AF_INET, ("127.0.0.1", P["port"]))
        tried("a local socket", connect, socket.AF_UNIX, P["local"])
        tried("a datagram", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"found", ("127.0.0.1", P["port"])))
        tried("a pair for datagrams", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b"found", P["local"]))
        tried("a name", socket.getaddrinfo, "localhost", P["port"])
        tried("a netlink", lambda: socket.socket(16, 3))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syscall(425, 4, ctypes.create_string_buffer(120)) >= 0:
            got("a ring")
""",
    "signals_others": """
    def trick(self, view):
        import signal
        for pid in (P["referee"], P["sibling"], os.getppid()):
            for number in (0, signal.SIGURG):
                tried(f"signal {number} to {pid}", os.kill, pid, number)
        tried("a signal to its group", os.killpg, os.getpgid(os.getppid()), 0)
        tried("a slower referee", os.setpriority, os.PRIO_PROCESS, P["referee"], 19)
        tried("a limit for the referee", lambda: __import__("resource").prlimit(P["referee"], 7))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syscall(434, P["referee"], 0) >= 0:
            got("a handle on the referee")
        if libc.prctl(1, 0, 0, 0, 0) == 0:
            got("a life after its parent's")
""",
    "starts_processes": """
    def trick(self, view):
        import subprocess
        def fork():
            pid = os.fork()
            if pid == 0:
                os._exit(0)
            os.waitpid(pid, 0)
        count = 0
        for _ in range(P["forks"]):
            try:
                fork()
                count += 1
            except OSError:
                pass
        if count:
            got(f"{count} processes")
        tried("a program", subprocess.run, ["/bin/true"])
        tried("a spawned program", lambda: os.posix_spawn("/bin/true", ["true"], {}))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(0x10000000) == 0:
            got("a namespace of its own")
""",
    "shares_memory": """
    def trick(self, view):
        import mmap
        tried("a shared memory", lambda: mmap.mmap(-1, 4096))
        tried("a memory file", lambda: os.memfd_create("x"))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.shmget(4711, 4096, 0o1600) >= 0:
            got("a shared segment")
        if libc.msgget(4711, 0o1600) >= 0:
            got("a queue of messages")
        tried("a shared file", lambda: open("/dev/shm/citadels-zoo", "w"))
""",
    "takes_more": """
    def trick(self, view):
        import resource
        for name in ("RLIMIT_DATA", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE"):
            kind = getattr(resource, name)
            if resource.getrlimit(kind)[1] == resource.RLIM_INFINITY:
                got(f"no limit at all: {name}")
            else:
                tried(f"a higher {name}", lambda: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))
        tried("another root", os.chroot, "/")
        tried("a device", lambda: os.mknod(os.path.join(os.environ.get("TMPDIR", "/tmp"), "device"), 0o20666, os.makedev(1, 1)))
""",
    "remembers_deals": """
    known = {}

    def on_start(self, start):
        self.deal = start.game.rpartition(".")[0]
        kept = Path(os.environ.get("TMPDIR", "/nowhere")) / self.deal
        if self.deal in type(self).known:
            got(f"what it saw when deal {self.deal} was played before, from its memory")
        if kept.exists():
            got(f"what it saw when deal {self.deal} was played before, from a file")
        type(self).known[self.deal] = start.seat
        try:
            kept.write_text("seen")
        except OSError:
            pass

    def trick(self, view):
        pass
""",
}
"""By name: what stands in the class."""

BREAKERS: Final[dict[str, str]] = {
    "ends": "    def trick(self, view):\n        os._exit(3)\n",
    "crashes": "    def trick(self, view):\n        ctypes.string_at(0)\n",
    "hangs": "    def trick(self, view):\n        while True:\n            pass\n",
    "hangs_hard": "    def trick(self, view):\n        sum(range(10**14))\n",
    "takes_memory": """
    def trick(self, view):
        held = bytearray(10 << 30)
        got(f"{len(held)} bytes of memory")
""",
    "takes_memory_bit_by_bit": """
    def trick(self, view):
        held = []
        for _ in range(10 << 10):
            held.append(b"x" * (1 << 20))
        got("10 GB of memory")
""",
    "fills_the_disk": """
    def trick(self, view):
        import time
        folder = os.environ.get("TMPDIR", "/nowhere")
        for number in range(40):
            with open(os.path.join(folder, str(number)), "wb") as file:
                file.write(b"x" * (8 << 20))
            time.sleep(0.02)
        got("320 MB of the disk")
        raise OSError("no room")
""",
    "fills_a_folder": """
    def trick(self, view):
        import time
        folder = os.environ.get("TMPDIR", "/nowhere")
        for number in range(5000):
            open(os.path.join(folder, str(number)), "wb").close()
            time.sleep(0.0005)
        got("5,000 files")
        raise OSError("no room")
""",
    "babbles": """
    def trick(self, view):
        for file in range(3, 64):
            try:
                os.write(file, b"[1, \\"ok\\", 0]\\n" * 100)
            except OSError:
                pass
        raise RuntimeError("it could not babble")
""",
    "floods_answers": """
    def trick(self, view):
        while True:
            for file in range(3, 16):
                try:
                    os.write(file, b"x" * 65536)
                except OSError:
                    pass
""",
    "floods_errors": """
    def trick(self, view):
        while True:
            os.write(2, b"x" * 65536)
""",
    "closes_files": """
    def trick(self, view):
        os.closerange(0, 256)
""",
    "raises_on_its_way": """
    def trick(self, view):
        raise SystemExit("enough")
""",
}
"""By name: what stands in the class."""


def text_of(name: str, body: str, places: Mapping[str, object]) -> str:
    """The file of a bot."""
    title = "".join(part.capitalize() for part in name.split("_"))
    return f"{HEAD}\n\nP = {dict(places)!r}\n\n\nclass {title}(Hostile):\n    name = {name!r}\n{body}"
