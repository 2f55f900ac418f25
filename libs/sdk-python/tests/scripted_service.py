"""A local HTTP server that gives one scripted answer for each request, the last one again and again."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional

Answer = Callable[["Handler"], None]


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: Dict[str, str]
    body: Any


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedService

    def answer(self) -> None:
        length = int(self.headers.get("content-length", 0))
        text = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = json.loads(text) if text else None
        self.server.received.append(Received(self.command, self.path, headers, body))
        script = self.server.script
        chosen = script.pop(0) if len(script) > 1 else script[0]
        chosen(self)

    do_GET = answer
    do_POST = answer
    do_DELETE = answer

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


class ScriptedService(ThreadingHTTPServer):
    daemon_threads = True
    # A client that gives up must not fill the output with its broken connection.
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: List[Received] = []
        self.script: List[Answer] = [json_answer(200, {})]
        self.over = threading.Event()
        self.base_url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def answer_with(self, *answers: Answer) -> None:
        self.script = list(answers)
        self.received.clear()

    def end(self) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of connections that the client closed."""


def raw_answer(status: int, content: bytes, headers: Optional[Dict[str, str]] = None) -> Answer:
    def give(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in {"content-length": str(len(content)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return give


def json_answer(status: int, body: Any, headers: Optional[Dict[str, str]] = None) -> Answer:
    content = json.dumps(body).encode("utf-8")
    return raw_answer(status, content, {"content-type": "application/json", **(headers or {})})


def html_answer(status: int) -> Answer:
    return raw_answer(status, b"<html>Bad gateway</html>", {"content-type": "text/html"})


def hang_up(handler: Handler) -> None:
    """Closes the connection without an answer."""
    handler.close_connection = True


def break_off(handler: Handler) -> None:
    """Ends in the middle of the content."""
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data": [')
    handler.close_connection = True


def stay_silent(handler: Handler) -> None:
    """Takes the request and never answers."""
    handler.server.over.wait(30)
    handler.close_connection = True


def drip(handler: Handler) -> None:
    """Sends a byte now and then, so that no single read takes long."""
    handler.send_response(200)
    handler.send_header("content-length", "100000")
    handler.end_headers()
    while not handler.server.over.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def refusal(code: str, status: int, *, retryable: bool, headers: Optional[Dict[str, str]] = None, **more: Any) -> Answer:
    body = {
        "error": "It is refused.",
        "code": code,
        "retryable": retryable,
        "remediation": "Do something else.",
        "request_id": "req_0123456789abcdef01234567",
        **more,
    }
    return json_answer(status, body, headers)
