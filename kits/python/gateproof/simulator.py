"""Starts the simulator as a process of its own, and ends it."""

from __future__ import annotations

import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import IO

from .control import Control

_STANDARD_COMMAND = "npx gateproof simulate"
_LIMIT_S = 60.0
_END_LIMIT_S = 10.0


class StartError(Exception):
    """The simulator could not be started; the message has what it printed."""


class Simulator:
    """A running simulator, a context manager.

    `command`: how to start it, a string or a list. Default: the environment's GATEPROOF_COMMAND, or `npx gateproof simulate`. `--port 0` and the
    options follow it. `options`: more of them, such as `["--replies", "replies.yaml"]`. Raises `StartError` when it has not listened within `limit_s`.
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        options: Sequence[str] = (),
        limit_s: float = _LIMIT_S,
    ) -> None:
        words = command or os.environ.get("GATEPROOF_COMMAND") or _STANDARD_COMMAND
        whole = [*(shlex.split(words) if isinstance(words, str) else words), "--port", "0", *options]
        self._printed: list[str] = []
        try:
            self._process = subprocess.Popen(
                whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
            )
        except OSError as error:
            raise StartError(f"{shlex.join(whole)} can not be started: {error}") from error
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=_read_on, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
        try:
            self.url, self.api_key = self._wait_until_it_listens(shlex.join(whole), limit_s)
        except BaseException:
            self.stop()
            raise
        self.base_url = f"{self.url}/v1"
        token = options[options.index("--testbed-token") + 1] if "--testbed-token" in options else None
        self.control = Control(self.url, token)

    def stop(self) -> None:
        """Ends the process and those that it started; does nothing the second time."""
        self._signal(signal.SIGTERM)
        try:
            self._process.wait(_END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
            self._process.wait()
        self._reader.join(_END_LIMIT_S)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Simulator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _signal(self, number: int) -> None:
        # A starter such as npx is not the simulator: the whole group ends.
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass

    def _wait_until_it_listens(self, command: str, limit_s: float) -> tuple[str, str]:
        lines = self._lines
        deadline = time.monotonic() + limit_s
        url = None
        while True:
            try:
                line = lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise StartError(f"{command} did not listen within {limit_s:g} s{self._said()}") from None
            if line is None:
                raise StartError(f"{command} ended before it listened{self._said()}")
            self._printed.append(line)
            if found := re.search(r" listens at (http\S+)", line):
                url = found[1]
            elif url is not None and (found := re.match(r"  key +(\S+)", line)):
                return url, found[1]

    def _said(self) -> str:
        said = "".join(self._printed[-20:]).strip()
        return f"; it printed:\n{said}" if said else " and printed nothing"


def _read_on(output: IO[str], lines: queue.Queue[str | None]) -> None:
    """Reads all that is printed, so that a full pipe never stops the simulator."""
    for line in output:
        lines.put(line)
    lines.put(None)
