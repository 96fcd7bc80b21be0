"""Fixtures for pytest; found by itself once the package is installed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import pytest

from .control import Account, Control
from .simulator import Simulator


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("gateproof_command", "command that starts the simulator (default: npx gateproof simulate)", default="")
    parser.addini("gateproof_options", "more options of the simulator, as one line", default="")


@pytest.fixture(scope="session")
def gateproof_simulator(request: pytest.FixtureRequest) -> Iterator[Simulator]:
    """A simulator on a free port, one for the whole session."""
    command, options = request.config.getini("gateproof_command"), request.config.getini("gateproof_options")
    with Simulator(command or None, shlex.split(options)) as simulator:
        yield simulator


@pytest.fixture(scope="session")
def gateproof_control(gateproof_simulator: Simulator) -> Control:
    """Arranges the simulator's world."""
    return gateproof_simulator.control


@pytest.fixture
def gateproof_account(gateproof_control: Control) -> Iterator[Account]:
    """An account of the test's own, removed after it. The test fails when a fault that it set did not act."""
    account = gateproof_control.account()
    try:
        yield account
        account.assert_all_faults_acted()
    finally:
        account.remove()
