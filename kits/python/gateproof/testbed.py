"""Client of the testbed protocol.

Made from spec/testbed.openapi.yaml by `npm run kits`; change that file, not this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote

Call = Callable[[str, str, Any], Any]
"""Sends a request below the testbed (method, path, body or None) and returns the JSON of its answer."""


class TestbedDescription(TypedDict):
    protocol: Literal["gateproof-testbed/1"]
    capabilities: list[Capability]
    modalities: NotRequired[list[Modality]]
    """Modalities of the models that can be made. Default: all."""
    clock_scope: NotRequired[Literal["account", "target"]]
    """With `target` all accounts share one clock, and checks that move it run alone."""
    upstream_timeout_ms: NotRequired[float]
    """How long the gateway waits for an upstream, on its own clock."""
    request_timeout_ms: NotRequired[float]
    """The longest that a chat request may take in all, on the gateway's own clock. Default: not declared."""
    key_propagation_ms: NotRequired[float]
    """How long a deleted or expired key may go on working."""
    signing_key: NotRequired[Literal["text", "base64", "hexadecimal"]]
    """What of a displayed signing secret is the key of its signatures: its text, or the bytes that its text behind a prefix such as `whsec_` stands for."""
    fragments: NotRequired[Fragments]


Capability = Literal["accounts", "credit", "keys", "models", "upstreams", "webhooks", "rotation", "clock", "rate-limit", "snapshot", "internal-fault", "usage", "fragments"]


Modality = Literal["text", "embeddings", "image", "video", "audio_tts", "audio_stt", "music"]


class Fragments(TypedDict):
    """What the contract leaves open, spelled by the target. All but the byte limit are parts that a request body is merged with."""

    zdr: NotRequired[dict[str, Any]]
    """Makes a media submission a zero-data-retention job."""
    looser_retention: NotRequired[dict[str, Any]]
    """Asks for a looser retention class than a key with the policy `strict` allows."""
    other_region: NotRequired[dict[str, Any]]
    """Asks for another region than a key with the policy `home` allows."""
    unsupported_feature: NotRequired[dict[str, Any]]
    """Part of a chat body: asks for a feature that the API does not offer."""
    excluding_filter: NotRequired[dict[str, Any]]
    """Routing that no endpoint passes."""
    widest_provider: NotRequired[dict[str, Any]]
    """Routing options that ask for as much as any can: other endpoints, other models."""
    preset_without_model: NotRequired[dict[str, Any]]
    """Part of a chat body: names a preset whose model does not exist."""
    image_inputs: NotRequired[dict[str, Any]]
    """Valid inputs of an image model that the testbed makes."""
    transcription_inputs: NotRequired[dict[str, Any]]
    """Valid inputs of a transcription model that the testbed makes."""
    body_limit_bytes: NotRequired[int]
    """The largest body that is accepted."""


class AccountRequest(TypedDict):
    credit_usd: NotRequired[float]
    """Default: plenty."""


class AccountAnswer(TypedDict):
    id: str
    key: KeyAnswer


class CreditRequest(TypedDict):
    usd: float


class KeyRequestPolicy(TypedDict):
    retention: NotRequired[Literal["strict"]]
    region: NotRequired[Literal["home"]]


class KeyRequest(TypedDict):
    models: NotRequired[list[str]]
    """The only models that the key may use."""
    ip_ranges: NotRequired[list[str]]
    """CIDR ranges of the only addresses that it may be used from."""
    monthly_cap_usd: NotRequired[float]
    policy: NotRequired[KeyRequestPolicy]
    expires_at: NotRequired[str]
    """On the account's clock."""


class KeyAnswer(TypedDict):
    id: str
    secret: str


class ModelRequest(TypedDict):
    id: NotRequired[str]
    """Wanted id; that of the answer counts."""
    modality: Modality
    context_window: NotRequired[int]
    """In tokens. A word is at least one token, and at most as many as it has bytes."""
    price_usd: NotRequired[float]
    """What one request costs, whatever its length."""
    endpoints: list[str]
    """Base URLs of upstreams, in the order in which they are tried. The gateway calls `{endpoint}/chat/completions`, `{endpoint}/images/generations` or `{endpoint}/audio/transcriptions`."""


class ModelAnswer(TypedDict):
    id: str


class WebhookRequest(TypedDict):
    url: str
    connect_to: NotRequired[str]
    """`host:port` that is really connected to; name, certificate check and rules are those of `url`."""
    ca: NotRequired[str]
    """PEM of the authority that signed the receiver's certificate."""


class WebhookAnswer(TypedDict):
    id: str
    secret: str
    """The signing secret."""


class RotationAnswer(TypedDict):
    secret: str


class ClockAnswer(TypedDict):
    now: str


class AdvanceRequest(TypedDict):
    ms: float


class RateLimitRequestLimit(TypedDict):
    """So many requests per window; null lifts the limit."""

    requests: float
    window_ms: float


class RateLimitRequest(TypedDict):
    limit: RateLimitRequestLimit | None
    """So many requests per window; null lifts the limit."""


class TroubleRequest(TypedDict):
    stale_configuration: NotRequired[bool]
    internal_failure: NotRequired[bool]


class UsageAnswerGenerationsItem(TypedDict):
    generation_id: str
    kind: Literal["chat", "job"]
    model: str
    charged_usd: float
    error_code: str | None
    """How it failed: a code of the table of errors, `client_disconnected` included; null when all went well."""


class UsageAnswer(TypedDict):
    generations: list[UsageAnswerGenerationsItem]
    charged_usd: float


class Testbed:
    """All operations of the protocol, by the names that the document gives them."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def describe_testbed(self) -> TestbedDescription:
        """Names the version of the protocol and what this testbed can arrange."""
        return self._call("GET", "/", None)

    def create_account(self, body: AccountRequest) -> AccountAnswer:
        """Makes an account with a first key."""
        return self._call("POST", "/accounts", body)

    def delete_account(self, account: str) -> None:
        """Ends the account with all that belongs to it."""
        return self._call("DELETE", f"/accounts/{quote(account, safe='')}", None)

    def set_credit(self, account: str, body: CreditRequest) -> None:
        """Sets the prepaid credit."""
        return self._call("PUT", f"/accounts/{quote(account, safe='')}/credit", body)

    def create_key(self, account: str, body: KeyRequest) -> KeyAnswer:
        """Makes a key; what the request leaves out is unrestricted."""
        return self._call("POST", f"/accounts/{quote(account, safe='')}/keys", body)

    def delete_key(self, account: str, key: str) -> None:
        """Deletes a key."""
        return self._call("DELETE", f"/accounts/{quote(account, safe='')}/keys/{quote(key, safe='')}", None)

    def create_model(self, account: str, body: ModelRequest) -> ModelAnswer:
        """Makes a model that is served by the given upstreams."""
        return self._call("POST", f"/accounts/{quote(account, safe='')}/models", body)

    def read_clock(self, account: str) -> ClockAnswer:
        """Reads the account's clock."""
        return self._call("GET", f"/accounts/{quote(account, safe='')}/clock", None)

    def advance_clock(self, account: str, body: AdvanceRequest) -> ClockAnswer:
        """Moves the clock on."""
        return self._call("POST", f"/accounts/{quote(account, safe='')}/clock/advance", body)

    def set_rate_limit(self, account: str, body: RateLimitRequest) -> None:
        """Limits the account's requests, or lifts the limit."""
        return self._call("PUT", f"/accounts/{quote(account, safe='')}/rate-limit", body)

    def set_trouble(self, account: str, body: TroubleRequest) -> None:
        """Makes the account's requests fail inside the gateway until it is called again."""
        return self._call("PUT", f"/accounts/{quote(account, safe='')}/trouble", body)

    def read_usage(self, account: str) -> UsageAnswer:
        """Reads what was run and charged."""
        return self._call("GET", f"/accounts/{quote(account, safe='')}/usage", None)

    def create_webhook(self, account: str, body: WebhookRequest) -> WebhookAnswer:
        """Registers a webhook endpoint, by the contract's rules for its URL."""
        return self._call("POST", f"/accounts/{quote(account, safe='')}/webhooks", body)

    def delete_webhook(self, account: str, webhook: str) -> None:
        """Removes the endpoint; no attempt follows."""
        return self._call("DELETE", f"/accounts/{quote(account, safe='')}/webhooks/{quote(webhook, safe='')}", None)

    def rotate_secret(self, account: str, webhook: str) -> RotationAnswer:
        """Gives the endpoint a new signing secret; the one before stays valid until it is retired."""
        return self._call("POST", f"/accounts/{quote(account, safe='')}/webhooks/{quote(webhook, safe='')}/rotate", None)

    def retire_secret(self, account: str, webhook: str) -> None:
        """Retires the previous secret."""
        return self._call("POST", f"/accounts/{quote(account, safe='')}/webhooks/{quote(webhook, safe='')}/retire", None)
