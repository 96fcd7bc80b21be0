import { describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import type { AccountsAnswer, CallsAnswer, ChangesAnswer, GatesAnswer } from '../control/inspection-protocol.ts';
import { simulatorTest } from '../vitest.ts';

const messages = [{ role: 'user', content: 'Say something.' }];
const chat = (account: AccountControl, body: object = {}) =>
  account.request('/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'gateproof/echo', messages, ...body }),
  });

const test = simulatorTest({ allowLocalWebhooks: true }).extend<{
  /** The JSON of an operation of the test's account, or of the whole testbed where the path begins with two slashes. */
  read: <Answer>(path: string) => Promise<Answer>;
}>({
  read: async ({ account, simulator }, use) => {
    await use(async (path) => {
      const whole = path.startsWith('//') ? path.slice(1) : `/accounts/${account.id}${path}`;
      const answer = await fetch(`${simulator.url}/_testbed/v1${whole}`);
      expect(answer.status).toBe(200);
      return (await answer.json()) as never;
    });
  },
});

describe('changes', () => {
  test('are waited for: faults, a request that begins, its release, its end, a clock that was moved', async ({
    account,
    read,
  }) => {
    const next = (after: string) => read<ChangesAnswer>(`/changes?timeout_ms=5000&after=${after}`);
    const stateOf = async () => (await account.journal()).entries.map(({ answer }) => answer);
    let { version } = await next('none');
    const changed = async (step: () => Promise<unknown>) => {
      const waiting = next(version);
      const done = step();
      expect((await waiting).version).not.toBe(version);
      return done;
    };
    await changed(() => account.faults.set({ kind: 'gate', gate: 'held', beforeEvent: 2 }));
    ({ version } = await next('none'));
    const answer = (await changed(() => chat(account, { stream: true }))) as Response;
    await account.wait.forGate('held');
    expect(await stateOf()).toEqual(['open']);
    ({ version } = await next('none'));
    await changed(() => account.gates.release('held'));
    await answer.text();
    await expect.poll(stateOf).toEqual(['whole']);
    ({ version } = await next('none'));
    await changed(() => account.clock.advance(1000));
  });

  test('that do not come are answered with the same version once the time is over', async ({ read }) => {
    const { version } = await read<ChangesAnswer>('/changes');
    expect(await read('/changes?timeout_ms=1&after='.concat(version))).toEqual({ version });
  });

  test('include a reset, after which the account has another version', async ({ account, read }) => {
    const { version } = await read<ChangesAnswer>('/changes');
    const waiting = read<ChangesAnswer>(`/changes?after=${version}`);
    await account.reset();
    expect((await waiting).version).toMatch(/^1\./);
  });
});

describe('calls to endpoints', () => {
  test('are kept from when they are first read', async ({ account, read }) => {
    await chat(account);
    expect(await read('/calls')).toEqual({ calls: 0, entries: [] });
    await chat(account);
    await (await chat(account, { stream: true })).text();
    const { calls, entries } = await read<CallsAnswer>('/calls');
    expect(calls).toBe(2);
    const { entries: requests } = await account.journal();
    expect(entries).toMatchObject([
      {
        number: 1,
        request_id: requests[1]?.request_id,
        model: 'gateproof/echo',
        stream: false,
        status: 200,
        answer: 'whole',
      },
      {
        number: 2,
        request_id: requests[2]?.request_id,
        url: 'inprocess:echo/chat/completions',
        stream: true,
        answer: 'whole',
      },
    ]);
  });

  test('name the fault that answered, and show those that were lost', async ({ account, read }) => {
    await read('/calls');
    await account.faults.set(
      { fault: { kind: 'status', status: 500 }, times: 1 },
      { fault: { kind: 'refuse-connection' }, times: 1 },
    );
    await chat(account);
    await chat(account);
    expect((await read<CallsAnswer>('/calls')).entries).toMatchObject([
      { status: 500, answered_by: 'answers with status 500' },
      { status: null, answer: 'lost', ended_at: expect.any(String) },
    ]);
  });
});

describe('lists', () => {
  test('have the accounts, the one that the simulator started with first', async ({ account, read, simulator }) => {
    await chat(account);
    const { accounts } = await read<AccountsAnswer>('//accounts');
    const own = await fetch(`${simulator.url}/_testbed/v1/accounts/self`, {
      headers: { authorization: `Bearer ${simulator.defaultKey}` },
    });
    expect(accounts[0]?.id).toBe(((await own.json()) as { id: string }).id);
    expect(accounts.at(-1)).toEqual({ id: account.id, epoch: 0, requests: 1 });
  });

  test('have jobs, webhook endpoints that are left with what signs, and gates', async ({ account, read }) => {
    const url = 'http://127.0.0.1:9/hook';
    const removed = await account.webhooks.create({ url });
    const { id, secret } = await account.webhooks.create({ url });
    await account.webhooks.delete(removed.id);
    const rotated = await account.webhooks.rotate(id);
    expect(await read('/webhooks')).toEqual({ webhooks: [{ id, url, secrets: [rotated.secret, secret] }] });
    await account.webhooks.delete(id);
    const { job_id: job } = await account.events.trigger('job.succeeded');
    expect(await read('/jobs')).toMatchObject({ jobs: [{ id: job, object: 'job', state: 'succeeded' }] });
    await account.faults.set({ kind: 'gate', gate: 'g', beforeEvent: 1 });
    const held = chat(account, { stream: true });
    await account.wait.forGate('g');
    expect(await read<GatesAnswer>('/gates')).toEqual({ gates: [{ gate: 'g', waiting: 1, open: false }] });
    await account.gates.release('g');
    await (await held).text();
    expect(await read<GatesAnswer>('/gates')).toEqual({ gates: [{ gate: 'g', waiting: 0, open: true }] });
  });
});
