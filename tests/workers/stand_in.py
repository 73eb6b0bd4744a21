"""Tiny parts in place of the real ones, and `up` over them: `python stand_in.py up '{"port": 0}'`.

Each part writes a line to the file in TRACE when it starts and when it ends. `serve` answers on the inherited socket: `/pid` with its
process id, `/slow` after a second, `/crash` not at all.
"""

import json
import os
import signal
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


def trace(what: str) -> None:
    with Path(os.environ["TRACE"]).open("a") as file:
        file.write(f"{what} {os.getpid()}\n")


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/crash":
            os._exit(7)
        if self.path == "/slow":
            trace("slow")
            time.sleep(1.0)
        known = {"/readyz", "/healthz", "/pid", "/slow", "/store", "/queue"}
        name = {"/store": "REDIS_URL", "/queue": "QUEUE_REDIS_URL"}.get(self.path)
        text = os.environ[name] if name else str(os.getpid())
        self.send_response(200 if self.path in known else 404)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_request(self, code: object = "-", size: object = "-") -> None:
        print(self.requestline, code, flush=True)


class Listening(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, descriptor: int) -> None:
        super().__init__(("", 0), Answers, bind_and_activate=False)
        self.socket.close()
        self.socket = socket.socket(fileno=descriptor)


def serve(descriptor: int) -> None:
    server = Listening(descriptor)
    signal.signal(signal.SIGTERM, lambda _number, _frame: threading.Thread(target=server.shutdown).start())
    server.serve_forever(0.01)
    server.socket.close()
    server.server_close()  # waits for what is being answered


def wait() -> None:
    signal.signal(signal.SIGTERM, lambda _number, _frame: None)
    signal.pause()


def command(*words: str) -> list[str]:
    return [sys.executable, __file__, *words]


def main(words: list[str]) -> None:
    if words[0] == "up":
        from citadels_workers.startup import Wishes, up
        from citadels_workers.user_error import Trouble

        wishes = json.loads(words[1])
        folder = Path(wishes.pop("data_dir"))
        try:
            up(Wishes(**wishes, data_dir=folder, command=command), lambda line: print(line, flush=True))
        except Trouble as fault:
            sys.exit(fault.message)
        return
    name = {"serve": "api", "work": words[-1]}.get(words[0], words[0])
    trace(f"{name} starts")
    if os.environ.get("FAULTY") == name:
        print("the flux is not capacitated", file=sys.stderr)
        sys.exit(3)
    if words[0] == "serve":
        serve(int(words[2]))
    else:
        wait()
    trace(f"{name} ends")


if __name__ == "__main__":
    main(sys.argv[1:])
