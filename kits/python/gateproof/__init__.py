"""A whole inference gateway for the tests of clients: starts Gateproof's simulator and arranges its world."""

from .control import Account, Control, ControlError, IdleFaults
from .simulator import Simulator, StartError

__all__ = ["Account", "Control", "ControlError", "IdleFaults", "Simulator", "StartError"]
