#!/usr/bin/env python3
"""A small inference gateway in Python's standard library, with a testbed shim beside it.

It is written from docs/contract.md and docs/testbed-protocol.md alone: a template for implementers, and a second opinion on the suite.
Run it with

    npx gateproof gateway --profile examples/python-gateway/profile.yaml

after `python3 examples/python-gateway/gateway.py 8190` in another terminal. It keeps everything in memory.
"""

import base64
import datetime
import hashlib
import hmac
import http.client
import http.server
import ipaddress
import json
import math
import secrets
import socket
import socketserver
import ssl
import sys
import threading
import time
import urllib.parse

ERRORS = {
    "invalid_request": (400, "terminal"),
    "policy_conflict": (400, "terminal"),
    "unsupported_capability": (400, "terminal"),
    "context_length_exceeded": (400, "terminal"),
    "unauthorized": (401, "terminal"),
    "budget_exceeded": (402, "terminal"),
    "insufficient_credit": (402, "terminal"),
    "forbidden": (403, "terminal"),
    "moderation_refused": (403, "terminal"),
    "model_not_found": (404, "terminal"),
    "no_endpoint_available": (404, "terminal"),
    "job_not_found": (404, "terminal"),
    "not_found": (404, "terminal"),
    "method_not_allowed": (405, "terminal"),
    "idempotency_conflict": (409, "terminal"),
    "job_already_finished": (409, "terminal"),
    "payload_too_large": (413, "terminal"),
    "rate_limited": (429, "rate_limit"),
    "internal_error": (500, "unknown"),
    "provider_unavailable": (502, "unavailable"),
    "provider_empty_response": (502, "unavailable"),
    "provider_payment_required": (502, "unavailable"),
    "provider_unauthorized": (502, "terminal"),
    "snapshot_expired": (503, "unavailable"),
    "upstream_timeout": (504, "timeout"),
    "retention_expired": (504, "terminal"),
}
TYPES = {400: "invalid_request_error", 401: "authentication_error", 429: "rate_limit_error"}
BODY_LIMIT = 1 << 20
UPSTREAM_TIMEOUT = 10
MODALITIES = ["text", "image", "audio_stt"]


class GatewayError(Exception):
    def __init__(self, code, message, **details):
        super().__init__(message)
        self.code, self.message, self.details = code, message, details

    def body(self, request_id):
        status, kind = ERRORS[self.code]
        rendered = {
            "code": self.code,
            "message": self.message,
            "kind": kind,
            "scope": self.details.get("scope"),
            "type": TYPES.get(status, "api_error"),
            "param": None,
            "request_id": request_id,
        }
        for name in ("retry_after_ms", "generation_id", "attempts"):
            if self.details.get(name) is not None:
                rendered[name] = self.details[name]
        return rendered


def invalid(field, what):
    return GatewayError("invalid_request", "%s %s" % (field, what), scope="request")


class Clock:
    """Real time plus an offset; timers fire in order when the offset grows."""

    def __init__(self):
        self.offset, self.held, self.timers, self.lock = 0.0, None, [], threading.RLock()

    def now(self):
        return self.held if self.held is not None else time.time() + self.offset

    def at(self, delay, action):
        with self.lock:
            self.timers.append((self.now() + delay, len(self.timers), action))

    def fire(self, until):
        while True:
            with self.lock:
                due = sorted(timer for timer in self.timers if timer[0] <= until)
                if not due:
                    return
                self.timers.remove(due[0])
            if self.held is not None:
                self.held = max(self.held, due[0][0])
            due[0][2]()

    def advance(self, seconds):
        target = self.now() + seconds
        self.held = self.now()
        self.fire(target)
        self.offset, self.held = target - time.time(), None


def stamp(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).isoformat(timespec="microseconds")


class Account:
    def __init__(self, credit):
        self.id, self.credit, self.clock = "acct-" + secrets.token_hex(4), credit, Clock()
        self.keys, self.models, self.jobs, self.webhooks, self.book = {}, {}, {}, {}, {}
        self.generations, self.limit, self.recent, self.trouble = [], None, [], {}
        self.lock = threading.RLock()


class Gateway:
    def __init__(self):
        self.accounts, self.secrets = {}, {}
        threading.Thread(target=self.tick, daemon=True).start()

    def tick(self):
        while True:
            time.sleep(0.05)
            for account in list(self.accounts.values()):
                if account.clock.held is None and account.clock.timers:
                    account.clock.fire(account.clock.now())

    # Accounts and keys, for the testbed.

    def make_account(self, credit):
        account = Account(credit)
        self.accounts[account.id] = account
        return account, self.make_key(account, {})

    def make_key(self, account, restrictions):
        key = {"id": "k" + secrets.token_hex(4), "secret": "pk_" + secrets.token_urlsafe(18), "spent": {}, "deleted": False}
        key["restrictions"] = restrictions
        account.keys[key["id"]] = key
        self.secrets[key["secret"]] = (account, key)
        return key

    # Admission.

    def admit(self, handler):
        scheme, _, secret = (handler.headers.get("Authorization") or "").partition(" ")
        found = self.secrets.get(secret.strip()) if scheme == "Bearer" else None
        if found is None or found[1]["deleted"]:
            raise GatewayError("unauthorized", "The API key is missing or unknown.", scope="request")
        account, key = found
        expiry = key["restrictions"].get("expires_at")
        if expiry and datetime.datetime.fromisoformat(expiry.replace("Z", "+00:00")).timestamp() <= account.clock.now():
            raise GatewayError("unauthorized", "The API key has expired.", scope="request")
        ranges = key["restrictions"].get("ip_ranges")
        if ranges is not None and not any(
            ipaddress.ip_address(handler.client_address[0]) in ipaddress.ip_network(one, False) for one in ranges
        ):
            raise GatewayError("forbidden", "The address is outside the key's ranges.", scope="request")
        if account.trouble.get("stale_configuration"):
            raise GatewayError("snapshot_expired", "The configuration is out of date.", retry_after_ms=1000)
        if account.trouble.get("internal_failure"):
            raise GatewayError("internal_error", "The gateway failed.")
        if account.limit is not None:
            window = account.limit["window_ms"] / 1000
            with account.lock:
                now = account.clock.now()
                account.recent = [moment for moment in account.recent if moment > now - window]
                if len(account.recent) >= account.limit["requests"]:
                    wait = int((account.recent[0] + window - now) * 1000) + 1
                    raise GatewayError("rate_limited", "Too many requests.", scope="request", retry_after_ms=wait)
                account.recent.append(now)
        return account, key

    def candidates(self, account, key, body, modality, service):
        ids = [body["model"]] + [one for one in (body.get("models") or []) if one != body["model"]]
        known = [account.models[one] for one in ids if one in account.models and account.models[one]["modality"] == modality]
        if not known:
            raise GatewayError("no_endpoint_available", "No endpoint serves " + ", ".join(ids), scope="model")
        allowed = key["restrictions"].get("models")
        if allowed is not None and any(model["id"] not in allowed for model in known):
            raise GatewayError("forbidden", "The model is outside the key's set.", scope="model")
        policy = key["restrictions"].get("policy") or {}
        if (policy.get("retention") and service.get("retention") == "long") or (
            policy.get("region") and service.get("region") not in (None, "home")
        ):
            raise GatewayError("policy_conflict", "The key's policy forbids this.", scope="request")
        if (body.get("provider") or {}).get("only"):
            raise GatewayError("no_endpoint_available", "provider.only excludes every endpoint", scope="route")
        if modality == "text" and len(json.dumps(body["messages"]).split()) > known[0]["context_window"]:
            raise GatewayError("context_length_exceeded", "messages: too long for the model", scope="model")
        return known

    def charge(self, account, key, models):
        price = max(model["price_usd"] for model in models)
        with account.lock:
            if account.credit <= 0:
                raise GatewayError("insufficient_credit", "No prepaid credit is left.", scope="request")
            month = stamp(account.clock.now())[:7]
            cap = key["restrictions"].get("monthly_cap_usd")
            if cap is not None and key["spent"].get(month, 0) + price > cap + 1e-9:
                raise GatewayError("budget_exceeded", "The monthly cap would be crossed.", scope="request")
            key["spent"][month] = key["spent"].get(month, 0) + price
            account.credit -= price
        return price, month

    def refund(self, account, key, price, month):
        with account.lock:
            key["spent"][month] -= price
            account.credit += price


GATEWAY = Gateway()


class EndpointFailed(Exception):
    def __init__(self, code, status=None):
        super().__init__(code)
        self.code, self.status = code, status


def call_endpoint(url, path, body, watch):
    """Opens a call; returns connection and response, or raises EndpointFailed."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=600)
    watch(connection)
    try:
        connection.request("POST", parts.path.rstrip("/") + path, json.dumps(body), {"Content-Type": "application/json"})
        connection.raw = connection.sock
        response = connection.getresponse()
    except (OSError, http.client.HTTPException):
        raise EndpointFailed("upstream_timeout" if getattr(connection, "timed_out", False) else "provider_unavailable")
    if 200 <= response.status < 300:
        return connection, response
    text = response.read(65536).decode("utf-8", "replace")
    for word, code in (("context_length", "context_length_exceeded"), ("content_policy", "moderation_refused"), ("moderation", "moderation_refused")):
        if response.status < 500 and word in text:
            raise EndpointFailed(code, response.status)
    codes = {401: "provider_unauthorized", 403: "provider_unauthorized", 402: "provider_payment_required", 429: "rate_limited", 504: "upstream_timeout"}
    raise EndpointFailed(codes.get(response.status, "provider_unavailable"), response.status)


class Watch:
    """Gives a silent endpoint up, on the account's clock."""

    def __init__(self, clock, seconds=UPSTREAM_TIMEOUT, over=None):
        self.connection, self.heard, self.clock, self.seconds, self.over = None, clock.now(), clock, seconds, over
        clock.at(seconds, self.look)

    def __call__(self, connection):
        self.connection = connection

    def hear(self):
        self.heard = self.clock.now()

    def look(self):
        if self.connection is None or getattr(self.connection, "done", False):
            return
        left = self.heard + self.seconds - self.clock.now()
        if left > 0.001:
            self.clock.at(left, self.look)
        else:
            self.connection.timed_out = True
            close_hard(self.connection)
            if self.over is not None:
                self.over.wait(2)


def close_hard(connection):
    try:
        # The response may have taken the socket over.
        raw = getattr(connection, "raw", None) or connection.sock
        if raw is not None:
            raw.shutdown(2)
        connection.close()
    except (OSError, AttributeError):
        pass


def tries(models):
    return [(model, url) for model in models for url in model["endpoints"]]


def forwarded(body, model, prefix="svc"):
    return {**{name: value for name, value in body.items() if name not in ("models", "provider", prefix, "retry_of")}, "model": model["id"]}


TERMINAL = ("context_length_exceeded", "moderation_refused")


def failure(attempts, generation_id):
    code = attempts[-1]["code"] if attempts else "provider_unavailable"
    rendered = [{"status": one["status"], "kind": ERRORS[one["code"]][1]} for one in attempts]
    extra = {"retry_after_ms": 2000} if code == "rate_limited" else {}
    return GatewayError(code, "No endpoint served: " + code, scope="route", attempts=rendered, generation_id=generation_id, **extra)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "python-gateway"

    def log_message(self, *_):
        pass

    def handle_one(self):
        # A handler serves all requests of one connection: its id distinguishes requests.
        self.request_id = "rq-" + secrets.token_hex(6)
        self.started = False
        try:
            raw = self.read_body()
            path = urllib.parse.unquote(self.path.split("?")[0])
            if path.startswith("/testbed"):
                return self.answer(*testbed(self, self.command, path[len("/testbed"):], raw))
            self.route(path, raw)
        except GatewayError as error:
            self.send_error_body(error)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        except Exception as error:  # the gateway's own failure, reported as such
            sys.stderr.write("internal: %r\n" % error)
            if not self.started:
                self.send_error_body(GatewayError("internal_error", "The gateway failed."))

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = handle_one

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            pieces, size = [], 0
            while True:
                length = int(self.rfile.readline().split(b";")[0], 16)
                piece = self.rfile.read(length)
                self.rfile.readline()
                if length == 0:
                    break
                size += length
                if size <= BODY_LIMIT:
                    pieces.append(piece)
            if size > BODY_LIMIT:
                raise GatewayError("payload_too_large", "The body is too large.", scope="request")
            return b"".join(pieces)
        length = int(self.headers.get("Content-Length") or 0)
        if length > BODY_LIMIT:
            left = length
            while left > 0:
                left -= len(self.rfile.read(min(left, 65536))) or left
            raise GatewayError("payload_too_large", "The body is too large.", scope="request")
        return self.rfile.read(length)

    def answer(self, status, body=None, headers=()):
        raw = b"" if body is None else json.dumps(body, sort_keys=True).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("content-type", "application/json")
        self.send_header("x-svc-request-id", self.request_id)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def send_error_body(self, error):
        headers = []
        if error.details.get("retry_after_ms") is not None:
            headers.append(("Retry-After", str(error.details["retry_after_ms"] // 1000)))
        self.answer(ERRORS[error.code][0], {"error": error.body(self.request_id)}, headers)

    def route(self, path, raw):
        routes = {"/v1/chat/completions": ("POST", self.chat), "/v1/images/generations": ("POST", lambda r: self.submit(r, "image")),
                  "/v1/audio/transcriptions": ("POST", lambda r: self.submit(r, "audio_stt")), "/v1/models": ("GET", self.list_models)}
        method, action = routes.get(path, (None, None))
        parts = path.split("/")
        if path.startswith("/v1/models/") and len(path) > 11:
            method, action = "GET", lambda _r: self.read_model(path[11:])
        elif path.startswith("/v1/jobs/") and len(parts) == 4 and parts[3]:
            method, action = "GET", lambda _r: self.read_job(parts[3])
        elif path.startswith("/v1/jobs/") and len(parts) == 5 and parts[4] == "cancel":
            method, action = "POST", lambda _r: self.cancel_job(parts[3])
        elif path.startswith("/files/"):
            return self.send_file(path)
        if action is None:
            raise GatewayError("not_found", "There is no such route.")
        if method != self.command:
            raise GatewayError("method_not_allowed", "Not with this method.")
        action(raw)

    def parse(self, raw, required):
        try:
            body = json.loads(raw.decode("utf-8"))
        except (ValueError, UnicodeDecodeError, RecursionError):
            raise invalid("body", "is no JSON")
        if not isinstance(body, dict):
            raise invalid("body", "is no object")
        for field in required:
            if body.get(field) is None:
                raise invalid(field, "is required")
        kinds = {"model": str, "models": list, "messages": list, "stream": bool, "tools": list, "response_format": dict,
                 "provider": dict, "svc": dict, "retry_of": str}
        for field, kind in kinds.items():
            if body.get(field) is not None and not isinstance(body[field], kind):
                raise invalid(field, "has the wrong type")
        for field in ("max_tokens", "max_completion_tokens"):
            value = body.get(field)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0):
                raise invalid(field, "must be an integer")
        value = body.get("temperature")
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or value in (math.inf, -math.inf)):
            raise invalid("temperature", "must be a number, and one that a double holds")
        if any(not isinstance(one, str) for one in body.get("models") or []):
            raise invalid("models", "must hold strings")
        if len(body.get("models") or []) > 5:
            raise invalid("models", "holds more than 5 items")
        if body.get("response_format") is not None and body["response_format"].get("type") not in ("text", "json_object", "json_schema"):
            raise invalid("response_format", "has an unknown type")
        if "multipart" in (self.headers.get("Content-Type") or ""):
            raise invalid("body", "is no JSON")
        return body

    # Idempotency: one entry per account, route and key; a refused request leaves none.

    def claim(self, account, route, raw_body):
        key = self.headers.get("Idempotency-Key")
        if not key:
            return None
        value = json.dumps(raw_body, sort_keys=True)
        with account.lock:
            entry = account.book.get((route, key))
            if entry is None:
                account.book[(route, key)] = entry = {"body": value, "done": threading.Event(), "answer": None, "owner": self.request_id}
                return entry
        if entry["body"] != value:
            raise GatewayError("idempotency_conflict", "This key was used with another body.", scope="request")
        if route == "chat":
            raise GatewayError("idempotency_conflict", "A request with this key is in progress or finished.", scope="request")
        entry["done"].wait(30)
        return entry

    def drop(self, account, route):
        with account.lock:
            refused = account.book.pop((route, self.headers.get("Idempotency-Key")), None)
        if refused is not None:
            refused["done"].set()

    # Chat.

    def chat(self, raw):
        account, key = GATEWAY.admit(self)
        body = self.parse(raw, ["model", "messages"])
        if body.get("audio") is not None:
            raise GatewayError("unsupported_capability", "audio is not offered", scope="request")
        models = GATEWAY.candidates(account, key, body, "text", body.get("svc") or {})
        self.claim(account, "chat", body)
        try:
            price, month = GATEWAY.charge(account, key, models)
        except GatewayError:
            self.drop(account, "chat")
            raise
        generation = {"generation_id": "g-" + secrets.token_hex(8), "kind": "chat", "model": models[0]["id"], "charged_usd": 0, "error_code": None}
        account.generations.append(generation)
        try:
            (self.chat_stream if body.get("stream") else self.chat_json)(account, models, body, generation)
            generation["charged_usd"] = price
        except GatewayError as error:
            generation["error_code"] = error.code
            GATEWAY.refund(account, key, price, month)
            self.drop(account, "chat")
            raise
        except OSError:
            generation["error_code"] = "client_disconnected"
            GATEWAY.refund(account, key, price, month)
            self.drop(account, "chat")
            raise

    def chat_json(self, account, models, body, generation):
        attempts = []
        for model, url in tries(models):
            watch = Watch(account.clock)
            try:
                connection, response = call_endpoint(url, "/chat/completions", forwarded(body, model), watch)
                try:
                    reply = json.loads(response.read())
                except (OSError, http.client.HTTPException):
                    raise EndpointFailed("upstream_timeout" if getattr(connection, "timed_out", False) else "provider_unavailable")
                except ValueError:
                    raise EndpointFailed("provider_unavailable")
                finally:
                    connection.done = True
                if not isinstance(reply, dict) or reply.get("error"):
                    raise EndpointFailed("provider_unavailable", 200)
                choices = reply.get("choices") or []
                message = (choices[0].get("message") or {}) if choices else {}
                if not (message.get("content") or message.get("tool_calls") or message.get("refusal")) and (
                    not choices or choices[0].get("finish_reason") not in ("length", "content_filter")
                ):
                    raise EndpointFailed("provider_empty_response", 200)
            except EndpointFailed as failed:
                attempts.append({"code": failed.code, "status": failed.status})
                if failed.code in TERMINAL:
                    break
                continue
            generation["model"] = model["id"]
            answer = {**reply, "id": "cc-" + generation["generation_id"], "object": "chat.completion", "created": int(account.clock.now()), "model": model["id"]}
            if self.headers.get("x-svc-metadata") == "enabled":
                answer["svc_metadata"] = {"cost": {"billing_usd": model["price_usd"]}, "retention_class": "thirty-days", "region": "home", "policy": []}
            return self.answer(200, answer)
        raise failure(attempts, generation["generation_id"])

    def event(self, data):
        raw = ("data: %s\r\n\r\n" % data).encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))
        self.wfile.flush()

    def start_stream(self):
        if self.started:
            return
        self.started = True
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("x-svc-request-id", self.request_id)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def chat_stream(self, account, models, body, generation):
        """Holds back what comes before the first content token, so that failing over stays possible until then."""
        attempts, committed = [], False
        for model, url in tries(models):
            watch, held = Watch(account.clock), []
            try:
                connection, response = call_endpoint(url, "/chat/completions", forwarded(body, model), watch)
                finished = self.relay(connection, response, watch, held, generation, model, body)
                if finished:
                    generation["model"] = model["id"]
                    self.event("[DONE]")
                    self.wfile.write(b"0\r\n\r\n")
                    return
                raise EndpointFailed("provider_empty_response" if not self.started else "provider_unavailable", 200)
            except EndpointFailed as failed:
                attempts.append({"code": failed.code, "status": failed.status})
                committed = self.started
                if committed or failed.code in TERMINAL:
                    break
        error = failure(attempts, generation["generation_id"])
        if not committed:
            raise error
        generation["error_code"] = error.code
        self.event(json.dumps({"error": error.body(self.request_id)}))
        self.event("[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def watch_client(self, connection, gone):
        """Calls the endpoint off when the client goes away."""
        try:
            if self.connection.recv(1, socket.MSG_PEEK) != b"":
                return
        except OSError:
            pass
        gone.set()
        close_hard(connection)

    def relay(self, connection, response, watch, held, generation, model, body):
        finished, data = False, []
        gone = threading.Event()
        threading.Thread(target=self.watch_client, args=(connection, gone), daemon=True).start()
        try:
            while True:
                try:
                    line = response.readline()
                except (OSError, ValueError, AttributeError, http.client.HTTPException):
                    if gone.is_set():
                        raise ConnectionResetError()
                    raise EndpointFailed("upstream_timeout" if getattr(connection, "timed_out", False) else "provider_unavailable")
                watch.hear()
                if gone.is_set():
                    raise ConnectionResetError()
                if not line:
                    if getattr(connection, "timed_out", False):
                        raise EndpointFailed("upstream_timeout")
                    return finished and self.started
                line = line.rstrip(b"\r\n")
                if line.startswith(b"data:"):
                    data.append(line[5:].lstrip(b" "))
                if line or not data:
                    continue
                text, data = b"\n".join(data).decode("utf-8", "replace"), []
                if text == "[DONE]":
                    return self.started
                try:
                    chunk = json.loads(text)
                except ValueError:
                    raise EndpointFailed("provider_unavailable", 200)
                if not isinstance(chunk, dict) or chunk.get("error"):
                    moderated = "moderation" in text or "content_policy" in text
                    raise EndpointFailed("moderation_refused" if moderated else "provider_unavailable", 200)
                deltas = [choice.get("delta") or {} for choice in chunk.get("choices") or []]
                finished = finished or any(choice.get("finish_reason") for choice in chunk.get("choices") or [])
                chunk.update(id="cc-" + generation["generation_id"], object="chat.completion.chunk", created=int(account_now(generation)), model=model["id"])
                chunk.pop("error", None)
                content = any(delta.get("content") or delta.get("tool_calls") or delta.get("refusal") for delta in deltas)
                cut = any(choice.get("finish_reason") in ("length", "content_filter") for choice in chunk.get("choices") or [])
                if self.started or content or cut:
                    self.start_stream()
                    for one in held:
                        self.event(json.dumps(one))
                    held.clear()
                    self.event(json.dumps(chunk))
                else:
                    held.append(chunk)
        finally:
            connection.done = True
            close_hard(connection)

    # Models.

    def render_model(self, model):
        rendered = {"id": model["id"], "object": "model", "created": int(model["created"]), "owned_by": "python", "modality": model["modality"],
                "pricing": {"price_version": "v1", "currency": "USD", "rules": [{"per": "request", "usd": model["price_usd"]}]}}
        if model["modality"] == "image":
            rendered["inputs"] = {"prompt": {"type": "string"}}
        if model["modality"] == "audio_stt":
            rendered["inputs"] = {"audio_url": {"type": "string"}}
        return rendered

    def list_models(self, _raw):
        account, key = GATEWAY.admit(self)
        allowed = key["restrictions"].get("models")
        models = [model for model in account.models.values() if allowed is None or model["id"] in allowed]
        self.answer(200, {"object": "list", "data": [self.render_model(model) for model in reversed(models)]})

    def read_model(self, model_id):
        account, key = GATEWAY.admit(self)
        allowed = key["restrictions"].get("models")
        model = account.models.get(model_id)
        if model is None or (allowed is not None and model_id not in allowed):
            raise GatewayError("model_not_found", "There is no model " + model_id, scope="model")
        self.answer(200, self.render_model(model))

    # Jobs.

    def submit(self, raw, modality):
        account, key = GATEWAY.admit(self)
        body = self.parse(raw, ["model"])
        models = GATEWAY.candidates(account, key, body, modality, body.get("svc") or {})
        if modality == "image" and not isinstance(body.get("prompt"), str):
            raise invalid("prompt", "must be a string")
        if modality == "audio_stt" and not str(body.get("audio_url")).startswith("https://"):
            raise invalid("audio_url", "must be an https URL")
        if body.get("retry_of") is not None and body["retry_of"] not in account.jobs:
            raise GatewayError("job_not_found", "retry_of names no job of the account", scope="request")
        entry = self.claim(account, modality, body)
        if entry is not None and entry["owner"] != self.request_id:
            if entry["answer"] is None:
                raise GatewayError("idempotency_conflict", "A request with this key was refused meanwhile.", scope="request")
            return self.answer(202, render_job(account, account.jobs[entry["answer"]], self.headers.get("Host")))
        try:
            price, month = GATEWAY.charge(account, key, models)
        except GatewayError:
            self.drop(account, modality)
            raise
        now = account.clock.now()
        job = {"id": "job_" + secrets.token_hex(10), "generation_id": "g-" + secrets.token_hex(8), "state": "queued", "modality": modality,
               "model": models[0]["id"], "requested": body["model"], "created": now, "started": None, "completed": None, "files": [], "error": None,
               "retry_of": body.get("retry_of"), "price": price, "lock": threading.Lock(), "host": self.headers.get("Host")}
        account.jobs[job["id"]] = job
        generation = {"generation_id": job["generation_id"], "kind": "job", "model": models[0]["id"], "charged_usd": 0, "error_code": None}
        account.generations.append(generation)
        if (body.get("svc") or {}).get("zdr"):
            account.clock.at(86400, lambda: finish(account, job, "failed", error=("retention_expired", "Not finished within 24 hours.")))
        job["undo"] = lambda: GATEWAY.refund(account, key, price, month)
        job["generation"] = generation
        if entry is not None:
            entry["answer"] = job["id"]
            entry["done"].set()
        rendered = render_job(account, job, job["host"])
        threading.Thread(target=run_job, args=(account, job, models, body), daemon=True).start()
        self.answer(202, rendered)

    def find_job(self, job_id):
        account, _key = GATEWAY.admit(self)
        if job_id not in account.jobs:
            raise GatewayError("job_not_found", "There is no job " + job_id, scope="request")
        return account, account.jobs[job_id]

    def read_job(self, job_id):
        account, job = self.find_job(job_id)
        self.answer(200, render_job(account, job, self.headers.get("Host")))

    def cancel_job(self, job_id):
        account, job = self.find_job(job_id)
        if not finish(account, job, "canceled"):
            raise GatewayError("job_already_finished", "The job is " + job["state"], scope="request")
        connection = job.get("connection")
        if connection is not None:
            close_hard(connection)
        self.answer(202, render_job(account, job, self.headers.get("Host")))

    def send_file(self, path):
        _, _, account_id, job_id, place, expires = path.split("/")
        account = GATEWAY.accounts.get(account_id)
        if account is None or account.clock.now() > float(expires):
            return self.answer(410, {"error": GatewayError("not_found", "The link has expired.").body(self.request_id)})
        raw = account.jobs[job_id]["files"][int(place)]
        self.send_response(200)
        self.send_header("content-type", "application/octet-stream")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)


def account_now(_generation):
    return time.time()


FINAL = ("succeeded", "failed", "canceled")


def finish(account, job, state, files=(), error=None):
    """Ends a job once; the first to come wins."""
    with job["lock"]:
        if job["state"] in FINAL:
            return False
        if state == "succeeded":
            job["generation"]["charged_usd"] = job["price"]
        else:
            job["undo"]()
            job["generation"]["error_code"] = error[0] if error else None
        job.update(state=state, files=list(files), error=error, completed=account.clock.now())
    for webhook in list(account.webhooks.values()):
        Delivery(account, webhook, job).start()
    return True


def run_job(account, job, models, body):
    path = "/images/generations" if job["modality"] == "image" else "/audio/transcriptions"
    attempts = []
    with job["lock"]:
        if job["state"] == "queued":
            job.update(state="processing", started=account.clock.now())
    for model, url in tries(models):
        # A job may take days: its endpoint is given up later than a conversation's.
        watch = Watch(account.clock, 3 * 86400)

        def take(connection):
            watch(connection)
            job["connection"] = connection

        try:
            connection, response = call_endpoint(url, path, forwarded(body, model), take)
            try:
                reply = json.loads(response.read())
            except (OSError, http.client.HTTPException):
                raise EndpointFailed("upstream_timeout" if getattr(connection, "timed_out", False) else "provider_unavailable")
            except ValueError:
                raise EndpointFailed("provider_unavailable" if response.length != 0 else "provider_empty_response")
            finally:
                connection.done = True
            if job["modality"] == "image":
                files = [base64.b64decode(item["b64_json"]) for item in reply.get("data") or [] if item.get("b64_json")]
            else:
                files = [reply["text"].encode()] if reply.get("text") else []
            if not files:
                raise EndpointFailed("provider_empty_response", 200)
        except EndpointFailed as failed:
            attempts.append(failed.code)
            if failed.code in TERMINAL or job["state"] in FINAL:
                break
            continue
        job["model"] = model["id"]
        finish(account, job, "succeeded", files)
        return
    code = attempts[-1] if attempts else "provider_unavailable"
    finish(account, job, "failed", error=(code, "The job failed: " + code))


def render_job(account, job, host):
    # One moment of it: another thread may end the job while it is written down.
    with job["lock"]:
        job = dict(job)
    rendered = {"id": job["id"], "generation_id": job["generation_id"], "object": "job", "state": job["state"], "modality": job["modality"],
            "model": job["model"], "created_at": stamp(job["created"]), "progress": {"percent": 100 if job["state"] == "succeeded" else 0, "phase": job["state"]},
            "svc_metadata": {"generation_id": job["generation_id"], "requested_model": job["requested"], "retention_class": "thirty-days", "region": "home", "policy": []}}
    if job["started"] is not None:
        rendered["started_at"] = stamp(job["started"])
    if job["completed"] is not None:
        rendered["completed_at"] = stamp(job["completed"])
    if job["retry_of"] is not None:
        rendered["retry_of"] = job["retry_of"]
    if job["state"] == "succeeded":
        expires = account.clock.now() + 600
        rendered["output"] = [{"url": "http://%s/files/%s/%s/%d/%.3f" % (host, account.id, job["id"], place, expires), "url_expires_at": stamp(expires),
                           "type": job["modality"], "bytes": len(raw), "checksum_sha256": hashlib.sha256(raw).hexdigest()} for place, raw in enumerate(job["files"])]
        rendered["usage"] = {"units": {"requests": 1}, "cost": {"billing_usd": job["price"], "cost_source": "list", "cost_status": "final", "price_version": "v1"}}
    if job["state"] == "failed":
        code, message = job["error"]
        rendered["error"] = {"code": code, "kind": ERRORS[code][1], "scope": "route", "message": message}
    return rendered


# Webhooks.

GAPS = [60, 240, 1200, 5400, 14400, 21600, 28800]


class Delivery:
    def __init__(self, account, webhook, job):
        self.account, self.webhook, self.attempt = account, webhook, 0
        self.type = "job." + job["state"]
        event = {"id": "evt_" + secrets.token_hex(8), "type": self.type, "created_at": stamp(account.clock.now()), "data": render_job(account, job, job["host"])}
        self.raw = json.dumps(event, ensure_ascii=False, indent=1).encode()

    def start(self):
        self.over = threading.Event()
        threading.Thread(target=self.run, daemon=True).start()
        if self.account.clock.held is not None:
            # A receiver that has not answered by then may still do so until its ten seconds are over.
            self.over.wait(2)

    def run(self):
        try:
            self.attempt_next()
        finally:
            self.over.set()

    def attempt_next(self):
        if self.webhook["removed"]:
            return
        self.attempt += 1
        if self.send() or self.attempt >= 8:
            return
        self.account.clock.at(GAPS[self.attempt - 1], self.start)

    def send(self):
        webhook, clock = self.webhook, self.account.clock
        url = urllib.parse.urlsplit(webhook["url"])
        host, port = (webhook["connect_to"] or url.hostname + ":443").rsplit(":", 1)
        t = str(int(clock.now()))
        signatures = ["v1=" + hmac.new(secret.encode(), t.encode() + b"." + self.raw, hashlib.sha256).hexdigest() for secret in webhook["secrets"]]
        headers = {"Content-Type": "application/json", "SVC-EVENT": self.type, "SVC-DELIVERY": "whd_" + secrets.token_hex(6), "SVC-SIGNATURE": ",".join(["t=" + t] + signatures), "Host": url.hostname}
        connection = http.client.HTTPConnection(url.hostname, timeout=600)
        watch = Watch(clock, 10, self.over)
        watch(connection)
        try:
            context = ssl.create_default_context(cadata=webhook["ca"]) if webhook["ca"] else ssl.create_default_context()
            connection.sock = context.wrap_socket(socket.create_connection((host.strip("[]"), int(port)), 10), server_hostname=url.hostname)
            connection.sock.settimeout(None)
            connection.request("POST", url.path + ("?" + url.query if url.query else ""), self.raw, headers)
            status = connection.getresponse().status
            return 200 <= status < 300
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            return False
        finally:
            connection.done = True
            close_hard(connection)


def refuse_url(text):
    try:
        url = urllib.parse.urlsplit(text)
        port = url.port
    except ValueError:
        return True
    host = (url.hostname or "").rstrip(".")
    if url.scheme != "https" or not host or port not in (None, 443) or url.username:
        return True
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        # Numbers that a resolver would take for an address are no names.
        last = host.split(".")[-1]
        return last.isdigit() or last.lower().startswith("0x") or "." not in host
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    return not address.is_global or address.is_multicast


# The testbed shim.


def testbed(handler, method, path, raw):
    body = json.loads(raw) if raw else {}
    parts = [part for part in path.split("/") if part]
    if not parts:
        return 200, {
            "protocol": "gateproof-testbed/1",
            "capabilities": ["accounts", "credit", "keys", "models", "upstreams", "webhooks", "rotation", "clock", "rate-limit", "snapshot", "internal-fault", "usage", "fragments"],
            "modalities": MODALITIES,
            "upstream_timeout_ms": UPSTREAM_TIMEOUT * 1000,
            "fragments": {"zdr": {"svc": {"zdr": True}}, "looser_retention": {"svc": {"retention": "long"}}, "other_region": {"svc": {"region": "moon"}},
                          "unsupported_feature": {"audio": {"voice": "any"}}, "excluding_filter": {"provider": {"only": ["nobody"]}},
                          "image_inputs": {"prompt": "a red square"}, "transcription_inputs": {"audio_url": "https://audio.example.com/a.wav"}, "body_limit_bytes": BODY_LIMIT},
        }
    if parts == ["accounts"] and method == "POST":
        account, key = GATEWAY.make_account(body.get("credit_usd", 1e6))
        return 201, {"id": account.id, "key": {"id": key["id"], "secret": key["secret"]}}
    account, rest = GATEWAY.accounts.get(parts[1]) if len(parts) > 1 else None, parts[2:]
    if account is None:
        # A request may still be under way when its account is deleted.
        raise GatewayError("not_found", "There is no such account.")
    if method == "DELETE" and not rest:
        GATEWAY.accounts.pop(account.id)
        return 204, None
    if rest == ["credit"]:
        account.credit = body["usd"]
    elif rest == ["keys"]:
        key = GATEWAY.make_key(account, body)
        return 201, {"id": key["id"], "secret": key["secret"]}
    elif rest[0] == "keys":
        account.keys[rest[1]]["deleted"] = True
    elif rest == ["models"]:
        model = {"id": body.get("id") or "python/m" + secrets.token_hex(4), "modality": body["modality"], "endpoints": body["endpoints"],
                 "context_window": body.get("context_window", 100000), "price_usd": body.get("price_usd", 0.01), "created": account.clock.now()}
        account.models[model["id"]] = model
        return 201, {"id": model["id"]}
    elif rest == ["clock", "advance"]:
        account.clock.advance(body["ms"] / 1000)
        time.sleep(0.02)
        return 200, {"now": stamp(account.clock.now())}
    elif rest == ["clock"]:
        return 200, {"now": stamp(account.clock.now())}
    elif rest == ["rate-limit"]:
        account.limit, account.recent = body["limit"], []
    elif rest == ["trouble"]:
        account.trouble.update(body)
    elif rest == ["usage"]:
        return 200, {"generations": account.generations, "charged_usd": sum(one["charged_usd"] for one in account.generations)}
    elif rest == ["webhooks"]:
        if not isinstance(body.get("url"), str) or refuse_url(body["url"]):
            raise invalid("url", "must be a public https URL on port 443")
        webhook = {"id": "wh" + secrets.token_hex(4), "url": body["url"], "connect_to": body.get("connect_to"), "ca": body.get("ca"), "secrets": ["s_" + secrets.token_hex(12)], "removed": False}
        account.webhooks[webhook["id"]] = webhook
        return 201, {"id": webhook["id"], "secret": webhook["secrets"][0]}
    elif rest[0] == "webhooks":
        webhook = account.webhooks[rest[1]]
        if rest[2:] == ["rotate"]:
            webhook["secrets"] = ["s_" + secrets.token_hex(12)] + webhook["secrets"][:1]
            return 200, {"secret": webhook["secrets"][0]}
        if rest[2:] == ["retire"]:
            webhook["secrets"] = webhook["secrets"][:1]
        else:
            webhook["removed"] = True
            account.webhooks.pop(rest[1])
    return 204, None


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 256


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8190), Handler)
    print("listening on http://127.0.0.1:%d" % server.server_address[1], flush=True)
    server.serve_forever()
