"""Arranges the world of a running simulator: accounts with faults, replies and a clock of their own."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlencode

from .testbed import AccountAnswer, Testbed

_TIMEOUT_S = 70.0
"""Longer than any wait of the simulator, which gives up by itself after at most a minute."""


class ControlError(Exception):
    """A refused call: `status`, `code` and a message that says what was wrong."""

    def __init__(self, call: str, status: int, code: str | None, message: str) -> None:
        super().__init__(f"{call} was answered with {status}{'' if code is None else ' ' + code}: {message}")
        self.status = status
        self.code = code


class IdleFaults(AssertionError):
    """Faults that did not act, so that the test has not tested them."""


class Control:
    """A simulator as its tests see it. `url`: its base URL without `/v1`; `token`: that of its testbed, where it asks for one."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._headers = {} if token is None else {"X-Testbed-Token": token}
        self.testbed = Testbed(self.call)
        """The operations of the testbed protocol, typed."""

    def account(self, **request: Any) -> Account:
        """Makes an account with a first key, for example `account(credit_usd=5, seed="a")`."""
        return Account(self, self.call("POST", "/accounts", request))

    def account_of_key(self, api_key: str) -> Account:
        """The account that a key opens, for example that of the key which `gateproof simulate` prints."""
        found = self.call("GET", "/accounts/self", None, {"Authorization": f"Bearer {api_key}"})
        return Account(self, {"id": found["id"], "key": {"id": "", "secret": api_key}})

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """Calls any operation of the testbed and returns the JSON of its answer. Raises `ControlError` when it is refused."""
        data = None if body is None else json.dumps(body).encode()
        typed = {} if data is None else {"Content-Type": "application/json"}
        request = urllib.request.Request(
            f"{self.url}/_testbed/v1{path}", data, {**self._headers, **typed, **(headers or {})}, method=method
        )
        try:
            with _opener.open(request, timeout=_TIMEOUT_S) as answer:
                return _json_of(answer.read())
        except urllib.error.HTTPError as refused:
            text = refused.read()
            value = _json_of(text)
            error = (value.get("error") if isinstance(value, dict) else None) or {}
            message = error.get("message") or text.decode(errors="replace")[:200]
            raise ControlError(f"{method} {path}", refused.code, error.get("code"), message) from None


class Account:
    """One account: what its client needs (`base_url`, `api_key`), and all that can be arranged for it."""

    def __init__(self, control: Control, answer: AccountAnswer) -> None:
        self.control = control
        self.id = answer["id"]
        self.api_key = answer["key"]["secret"]
        self.base_url = f"{control.url}/v1"

    def set_faults(self, *faults: dict[str, Any]) -> None:
        """Replaces the faults of its requests: `set_faults({"fault": {"kind": "status", "status": 500}, "times": 2})`."""
        self._call("PUT", "/faults", {"faults": list(faults)})

    def faults(self) -> list[dict[str, Any]]:
        """The faults, each with how many requests it saw and on how many it acted."""
        return self._call("GET", "/faults")["faults"]

    def assert_all_faults_acted(self) -> None:
        """Raises `IdleFaults` when a certain fault did not act as often as its `times`, or at all where it has none."""
        idle = [one for one in self.faults() if one.get("chance") is None and one["acted"] < one.get("times", 1)]
        if idle:
            each = "; ".join(f"{one['id']} acted {one['acted']} of {one.get('times', 1)} times" for one in idle)
            raise IdleFaults(f"every fault was to act, and some did not: {each}")

    def set_replies(self, *replies: dict[str, Any], strict: bool = False) -> None:
        """Replaces the canned replies: `set_replies({"on": {"message": "weather"}, "text": "Sunny."})`."""
        self._call("PUT", "/replies", {"replies": list(replies), "strict": strict})

    def replies(self) -> dict[str, Any]:
        """The canned replies with what they did, and the requests that none of them fitted."""
        return self._call("GET", "/replies")

    def advance_clock(self, ms: float) -> str:
        """Moves its clock on, returns the time once all that fell due has settled."""
        return self.control.testbed.advance_clock(self.id, {"ms": ms})["now"]

    def wait_for_job(self, job: str, state: str = "final", timeout_ms: int = 10_000) -> dict[str, Any]:
        """Returns the job once it is in that state; `final`: in one in which it stays. Raises `ControlError` when the time is up."""
        return self._call("GET", f"/jobs/{quote(job, safe='')}/wait", query={"state": state, "timeout_ms": timeout_ms})

    def wait_for_deliveries(self, count: int, state: str = "delivered", timeout_ms: int = 10_000) -> Any:
        """Returns once so many webhook deliveries are `delivered` or `given-up`, or so many attempts were made (`attempted`)."""
        return self._call("GET", "/deliveries/wait", query={"count": count, "state": state, "timeout_ms": timeout_ms})

    def wait_for_gate(self, gate: str, timeout_ms: int = 10_000) -> None:
        """Returns once something waits at the gate."""
        self._call("GET", f"/gates/{quote(gate, safe='')}/wait", query={"timeout_ms": timeout_ms})

    def release_gate(self, gate: str) -> int:
        """Lets go of what waits at the gate, returns how many had waited."""
        return self._call("POST", f"/gates/{quote(gate, safe='')}/release")["released"]

    def trigger(self, event: str, job: str = "image") -> dict[str, Any]:
        """Lets a job end so (`job.succeeded`, `job.failed`, `job.canceled`), once each delivery of its event was attempted."""
        return self._call("POST", "/events", {"type": event, "job": job})

    def journal(self, limit: int = 200) -> dict[str, Any]:
        """The newest requests, each refused one with a sentence on what was wrong with it."""
        return self._call("GET", "/journal", query={"limit": limit})

    def effects(self) -> dict[str, Any]:
        """What ran and what was charged, request by request and key by key."""
        return self._call("GET", "/effects")

    def reset(self) -> None:
        """Puts a fresh account in its place, with the same id, seed and first key."""
        self._call("POST", "/reset")

    def fork(self, **request: Any) -> Account:
        """Makes another account that is arranged like this one and has no history."""
        return Account(self.control, self._call("POST", "/fork", request))

    def remove(self) -> None:
        """Ends the account: its keys open nothing any more."""
        self.control.testbed.delete_account(self.id)

    def _call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        asked = "" if query is None else f"?{urlencode(query)}"
        return self.control.call(method, f"/accounts/{quote(self.id, safe='')}{path}{asked}", body)


# A proxy that is set for the network must not stand between a test and this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _json_of(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
