"""Run by pytest with the plugin: `python3 -m pytest kits/python/tests/pytest_fixture.py`."""

import json
import urllib.request
from pathlib import Path

pytest_plugins = ["gateproof.pytest_plugin", "pytester"]


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


def test_a_fault_that_did_not_act_fails_its_test(pytester, monkeypatch):
    kit = Path(__file__).parents[1]
    launcher = kit.parents[1] / "cli" / "bin" / "gateproof.js"
    monkeypatch.setenv("PYTHONPATH", str(kit))
    monkeypatch.delenv("GATEPROOF_COMMAND", raising=False)
    pytester.makeini(f"[pytest]\ngateproof_command = node {launcher} simulate\n")
    pytester.makeconftest('pytest_plugins = ["gateproof.pytest_plugin"]')
    pytester.makepyfile(
        """
        def test_forgets_its_fault(gateproof_account):
            gateproof_account.set_faults({"fault": {"kind": "empty"}, "times": 1})
        """
    )
    result = pytester.runpytest_subprocess(timeout=120)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*fault-1 acted 0 of 1 times*"])
