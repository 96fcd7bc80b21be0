"""Run by pytest with the plugin: `python3 -m pytest kits/python/tests/pytest_fixture.py`."""

import json
import urllib.request

pytest_plugins = ["gateproof.pytest_plugin"]


def test_greets(gateproof_account):
    body = {"model": "gateproof/echo", "messages": [{"role": "user", "content": "Hello"}]}
    request = urllib.request.Request(
        f"{gateproof_account.base_url}/chat/completions",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {gateproof_account.api_key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert json.load(answer)["choices"][0]["message"]["content"] == "Hello"


def test_has_an_account_of_its_own(gateproof_account):
    assert gateproof_account.journal()["entries"] == []
