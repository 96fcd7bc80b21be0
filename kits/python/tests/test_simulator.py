"""Needs a simulator: GATEPROOF_COMMAND, or `npx gateproof simulate` in the folder where it runs."""

import json
import sys
import unittest
import urllib.error
import urllib.request

from gateproof import Account, Control, ControlError, IdleFaults, Simulator, StartError

DAY_MS = 86_400_000


def chat(account: Account, content: str) -> dict:
    """What a client sends and gets; raises `HTTPError` for a refusal."""
    body = {"model": "gateproof/echo", "messages": [{"role": "user", "content": content}]}
    request = urllib.request.Request(
        f"{account.base_url}/chat/completions",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {account.api_key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class SimulatorTest(unittest.TestCase):
    simulator: Simulator

    @classmethod
    def setUpClass(cls) -> None:
        cls.simulator = Simulator()
        cls.addClassCleanup(cls.simulator.stop)

    def setUp(self) -> None:
        self.account = self.simulator.control.account(credit_usd=5)
        self.addCleanup(self.account.remove)

    def test_a_client_is_answered(self) -> None:
        self.assertEqual(chat(self.account, "Hello")["choices"][0]["message"]["content"], "Hello")
        self.assertEqual(len(self.account.effects()["effects"]), 1)

    def test_the_printed_key_opens_an_account(self) -> None:
        found = self.simulator.control.account_of_key(self.simulator.api_key)
        self.assertEqual(chat(found, "Hello")["choices"][0]["message"]["content"], "Hello")

    def test_faults_act_and_are_counted(self) -> None:
        self.account.set_faults({"fault": {"kind": "refuse", "code": "rate_limited", "retryAfterMs": 2000}, "times": 1})
        with self.assertRaisesRegex(IdleFaults, "fault-1 acted 0 of 1 times"):
            self.account.assert_all_faults_acted()
        with self.assertRaises(urllib.error.HTTPError) as refused:
            chat(self.account, "Hello")
        self.assertEqual((refused.exception.code, refused.exception.headers["Retry-After"]), (429, "2"))
        refused.exception.close()
        self.account.assert_all_faults_acted()

    def test_replies_answer(self) -> None:
        self.account.set_replies({"on": {"message": "weather"}, "text": "Sunny."}, strict=True)
        self.assertEqual(chat(self.account, "the weather?")["choices"][0]["message"]["content"], "Sunny.")
        self.assertEqual(self.account.replies()["replies"][0]["used"], 1)

    def test_a_mistake_is_refused_with_its_place(self) -> None:
        with self.assertRaisesRegex(ControlError, r"faults\[0\]\.times is 0") as refused:
            self.account.set_faults({"fault": {"kind": "empty"}, "times": 0})
        self.assertEqual(refused.exception.status, 400)

    def test_time_moves_by_itself_for_each_account(self) -> None:
        other = self.simulator.control.account()
        self.addCleanup(other.remove)
        before = other.control.testbed.read_clock(other.id)["now"]
        self.assertGreater(self.account.advance_clock(DAY_MS), before[:10] + "T99")
        self.assertEqual(other.control.testbed.read_clock(other.id)["now"][:10], before[:10])

    def test_jobs_are_waited_for(self) -> None:
        body = json.dumps({"model": "gateproof/image", "prompt": "a lake"}).encode()
        headers = {"Authorization": f"Bearer {self.account.api_key}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.account.base_url}/images/generations", body, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            job = json.load(answer)["id"]
        self.assertEqual(self.account.wait_for_job(job)["state"], "succeeded")

    def test_a_fork_is_arranged_alike(self) -> None:
        self.account.set_replies({"text": "Forked."})
        fork = self.account.fork()
        self.addCleanup(fork.remove)
        self.assertEqual(chat(fork, "Hello")["choices"][0]["message"]["content"], "Forked.")


class StartTest(unittest.TestCase):
    def test_what_it_printed_is_in_the_error(self) -> None:
        with self.assertRaisesRegex(StartError, "ended before it listened; it printed:\nno such thing"):
            Simulator([sys.executable, "-c", "print('no such thing')"])

    def test_a_program_that_is_not_there(self) -> None:
        with self.assertRaisesRegex(StartError, "can not be started"):
            Simulator("no-such-program-at-all")

    def test_silence_ends(self) -> None:
        with self.assertRaisesRegex(StartError, "did not listen within 0.2 s and printed nothing"):
            Simulator([sys.executable, "-c", "import time; time.sleep(60)"], limit_s=0.2)

    def test_nothing_listens(self) -> None:
        with self.assertRaises(OSError):
            Control("http://127.0.0.1:9").account()


if __name__ == "__main__":
    unittest.main()
