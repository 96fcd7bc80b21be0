#!/usr/bin/env python3
"""A client of the service in Python's standard library, and its driver.

Written from docs/driver-protocol.md alone. Run it with

    npx gateproof client -- python3 examples/drivers/python-driver.py
"""

import base64
import datetime
import hashlib
import hmac
import http.client
import json
import socket
import sys
import threading
import time
import urllib.parse

RETRIES = {"rate_limit": 3, "unavailable": 3, "timeout": 3, "unknown": 1}


class ServiceError(Exception):
    """An error as the service sent it."""

    def __init__(self, sent, status=None, retry_after=None):
        super().__init__(str(sent.get("message", "failed")))
        self.sent, self.status, self.retry_after = sent, status, retry_after


class Call:
    """What a call has under way, so that its caller can give it up."""

    def __init__(self):
        self.aborted, self.socket = threading.Event(), None

    def abort(self):
        self.aborted.set()
        if self.socket is not None:
            try:
                self.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it is closed already


def open_request(request, method, path, body=None, keyed=False):
    """Sends one request and returns the connection and its response."""
    base = urllib.parse.urlsplit(request["base_url"])
    headers = {"Authorization": "Bearer " + request["api_key"]}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if keyed and request.get("idempotency_key") is not None:
        headers["Idempotency-Key"] = request["idempotency_key"]
    if keyed and request["params"].get("metadata"):
        headers["x-%s-metadata" % request["prefix"]] = "enabled"
    connection = http.client.HTTPConnection(base.hostname, base.port, timeout=20)
    connection.connect()
    request["call"].socket = connection.sock
    connection.request(method, base.path + "/v1" + path, body, headers)
    return connection, connection.getresponse()


def error_of(response, prefix):
    raw = response.read()
    try:
        sent = json.loads(raw)["error"]
    except (ValueError, KeyError, TypeError):
        sent = None
    if not isinstance(sent, dict):
        sent = {"message": "status %d without an envelope" % response.status}
    request_id = sent.get("request_id") or response.getheader("x-%s-request-id" % prefix)
    sent = {**sent, "request_id": request_id}
    wait = response.getheader("Retry-After")
    return ServiceError(sent, response.status, float(wait) if wait and wait.isdigit() else None)


def send(request, method, path, body=None, keyed=False):
    """Sends a request, and the same again where the error's kind says that it may help."""
    raw = None if body is None else json.dumps(body).encode()
    attempt = 1
    while True:
        try:
            connection, response = open_request(request, method, path, raw, keyed)
            if 200 <= response.status < 300:
                return connection, response
            failure = error_of(response, request["prefix"])
            allowed = RETRIES.get(failure.sent.get("kind"), 0)
        except (OSError, http.client.HTTPException) as error:
            failure = error
            allowed = 2 if keyed and request.get("idempotency_key") else 0
        if attempt > allowed:
            raise failure
        asked = getattr(failure, "retry_after", None) or 0
        if request["call"].aborted.wait(max(asked, 0.1 * 2**attempt)):
            raise failure
        attempt += 1


def read_json(request, method, path, body=None, keyed=False):
    return json.loads(send(request, method, path, body, keyed)[1].read())


PASSED_ON = ["models", "retry_of", "tools", "max_tokens", "max_completion_tokens", "temperature", "response_format", "provider"]


def given(request):
    """What a body says besides the model and its messages or inputs."""
    params = request["params"]
    body = {name: params[name] for name in PASSED_ON if name in params}
    if "svc" in params:
        body[request["prefix"]] = params["svc"]
    return body


def chat_body(request, stream):
    params = request["params"]
    body = {"model": params["model"], "messages": params["messages"], **given(request)}
    if stream:
        body["stream"] = True
    return body


def besides(request, reply, calls):
    """What a reply says besides its text."""
    result = {}
    metadata = (reply or {}).get(request["prefix"] + "_metadata")
    if metadata is not None:
        result["metadata"] = metadata
    if calls:
        result["tool_calls"] = [{"id": call.get("id"), **call.get("function", {})} for call in calls]
    return result


def chat(request):
    completion = read_json(request, "POST", "/chat/completions", chat_body(request, False), True)
    message = (completion.get("choices") or [{}])[0].get("message", {})
    result = {"content": message.get("content") or "", "model": completion.get("model")}
    return {**result, **besides(request, completion, message.get("tool_calls"))}


def events(response):
    data = []
    while True:
        line = response.readline()
        if not line:
            return
        line = line.rstrip(b"\r\n")
        if line.startswith(b"data:"):
            data.append(line[5:].lstrip(b" "))
        elif line == b"" and data:
            yield b"\n".join(data).decode()
            data = []


def chat_stream(request):
    connection, response = send(request, "POST", "/chat/completions", chat_body(request, True), True)
    content, calls, with_metadata = "", {}, None
    try:
        for data in events(response):
            if data == "[DONE]":
                found = besides(request, with_metadata, [calls[index] for index in sorted(calls)])
                return {"content": content, "complete": True, **found}
            chunk = json.loads(data)
            if chunk.get("error") is not None:
                raise ServiceError(chunk["error"], 200)
            if request["prefix"] + "_metadata" in chunk:
                with_metadata = chunk
            for choice in chunk.get("choices") or []:
                delta = choice.get("delta") or {}
                content += delta.get("content") or ""
                for piece in delta.get("tool_calls") or []:
                    join(calls, piece)
    finally:
        connection.close()
    raise ServiceError({"message": "the stream ended without [DONE]"}, 200)


def join(calls, piece):
    """Adds a piece of a tool call to the call that it belongs to."""
    call = calls.setdefault(piece.get("index", 0), {"id": piece.get("id"), "function": {"name": "", "arguments": ""}})
    for name, text in (piece.get("function") or {}).items():
        call["function"][name] += text or ""


def job_result(job):
    result = {"id": job["id"], "state": job["state"]}
    if job.get("error"):
        result["error"] = job["error"]
    return result


def create(path):
    def operation(request):
        params = request["params"]
        body = {"model": params["model"], **params.get("inputs", {}), **given(request)}
        return job_result(read_json(request, "POST", path, body, True))

    return operation


def read_job(request):
    return read_json(request, "GET", "/jobs/" + request["params"]["job_id"])


def wait_job(request):
    while True:
        job = read_job(request)
        if job["state"] == "failed":
            raise ServiceError(job["error"])
        if job["state"] in ("succeeded", "canceled"):
            return job_result(job)
        if request["call"].aborted.wait(0.1):
            raise ServiceError({"message": "the caller gave the call up"})


def open_output(request):
    for _ in range(3):
        items = read_job(request).get("output") or []
        item = items[request["params"].get("place", 0)]
        expires = item.get("url_expires_at")
        if expires is not None:
            at = datetime.datetime.fromisoformat(expires.replace("Z", "+00:00"))
            if at <= datetime.datetime.now(datetime.timezone.utc):
                continue
        url = urllib.parse.urlsplit(item["url"])
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
        connection.request("GET", urllib.parse.urlunsplit(("", "", url.path or "/", url.query, "")))
        response = connection.getresponse()
        if response.status == 200:
            return {"bytes": len(response.read())}
    raise ServiceError({"message": "no link opens"})


def get_model(request):
    model = read_json(request, "GET", "/models/" + request["params"]["model"])
    return {"id": model["id"], "modality": model.get("modality")}


def verify_webhook(request):
    params = request["params"]
    body = base64.b64decode(params["body_base64"])
    entries = [entry.strip().partition("=") for entry in (params.get("signature") or "").split(",")]
    times = [value for name, _, value in entries if name == "t"]
    if not times or not times[0].isascii() or not times[0].isdigit():
        return {"valid": False}
    if abs(int(times[0]) - int(time.time())) > 300:
        return {"valid": False}
    given = [value.encode() for name, _, value in entries if name == "v1"]
    for secret in params["secrets"]:
        right = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).hexdigest().encode()
        if any(hmac.compare_digest(right, value) for value in given):
            return {"valid": True}
    return {"valid": False}


OPERATIONS = {
    "chat": chat,
    "chat_stream": chat_stream,
    "create_image": create("/images/generations"),
    "create_transcription": create("/audio/transcriptions"),
    "get_job": lambda request: job_result(read_job(request)),
    "wait_job": wait_job,
    "cancel_job": lambda request: job_result(
        read_json(request, "POST", "/jobs/%s/cancel" % request["params"]["job_id"])
    ),
    "open_output": open_output,
    "list_models": lambda request: {"ids": [model["id"] for model in read_json(request, "GET", "/models")["data"]]},
    "get_model": get_model,
    "verify_webhook": verify_webhook,
}


FEATURES = ["concurrent", "abort", "metadata", "svc", "submission_models", *PASSED_ON[1:]]
CALLS = {}


def answer(request):
    if request["op"] == "hello":
        hello = {"protocol": "gateproof-driver/1", "name": "python", "operations": list(OPERATIONS)}
        return {**hello, "features": FEATURES}
    if request["op"] == "abort":
        call = CALLS.get(request["params"]["request"])
        if call is not None:
            call.abort()
        return {}
    return OPERATIONS[request["op"]](request)


def serve(request, lock):
    try:
        reply = {"id": request["id"], "ok": True, "result": answer(request)}
    except ServiceError as error:
        names = ("code", "kind", "message", "request_id")
        details = {name: error.sent[name] for name in names if isinstance(error.sent.get(name), str)}
        if error.status is not None:
            details["status"] = error.status
        reply = {"id": request["id"], "ok": False, "error": details}
    except Exception as error:  # whatever a garbled answer leads to is a failure of the request, not of the driver
        reply = {"id": request["id"], "ok": False, "error": {"message": str(error)}}
    CALLS.pop(request["id"], None)
    with lock:
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def main():
    lock = threading.Lock()
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "close":
            return
        request["call"] = CALLS[request["id"]] = Call()
        threading.Thread(target=serve, args=(request, lock), daemon=True).start()


main()
