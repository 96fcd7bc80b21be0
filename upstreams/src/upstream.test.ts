import { describe, expect, it } from 'vitest';
import { callers } from './caller.fixture.ts';
import { ManualClock } from './manual-clock.fixture.ts';
import { script, turn } from './script/upstream-script.ts';
import { Upstream } from './upstream.ts';

const body = { model: 'a/b', stream: true, messages: [{ role: 'user', content: 'Hi' }] };
const says = (...tokens: string[]) => ({ kind: 'chat', tokens }) as const;

describe.each(callers)('an upstream, %s', (_name, open) => {
  it('fails twice, then serves, again and again', async () => {
    const busy = turn(undefined, { kind: 'status', status: 503 });
    const caller = await open({ script: script(busy, busy, turn()) });
    const statuses: (number | undefined)[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await caller.start(body).view).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    expect(caller.upstream.faultReports().map((report) => [report.turn, report.acted])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    await caller.close();
  });

  it('refuses what comes after the last turn when the script says so', async () => {
    const caller = await open({ script: { turns: [turn()], afterwards: 'refuse' } });
    expect((await caller.start(body).view).status).toBe(200);
    expect((await caller.start(body).view).status).toBeUndefined();
    expect(caller.upstream.calls.map(({ outcome }) => outcome)).toEqual(['answered', 'refused']);
    await caller.close();
  });

  it('records what was asked and what was answered', async () => {
    const clock = new ManualClock();
    const caller = await open({ token: 'first', clock, script: script(turn(says('One', ' two'))) });
    const raw = '{"model":"a/b",  "stream":true,"messages":[]}';
    const view = await caller.start(raw, '/v1/chat/completions?x=1').view;
    const [call] = caller.upstream.calls;
    await call?.ended;
    expect(call).toMatchObject({
      id: 'first-1',
      number: 1,
      upstream: 'first',
      method: 'POST',
      path: '/v1/chat/completions?x=1',
      json: { model: 'a/b', stream: true, messages: [] },
      model: 'a/b',
      outcome: 'answered',
      startedAtMs: clock.now(),
      endedAtMs: clock.now(),
      tokensSent: 2,
    });
    expect(Buffer.from(call?.rawBody ?? []).toString()).toBe(raw);
    expect(call?.response).toMatchObject({ status: 200, headAtMs: clock.now() });
    expect(Buffer.concat(call?.response?.pieces.map(({ bytes }) => bytes) ?? [])).toEqual(Buffer.from(view.bytes));
    await caller.close();
  });

  it('sees the caller leave while a gate holds the stream', async () => {
    const held = turn(says('One', ' two', ' three'), { kind: 'gate', gate: 'g', beforeEvent: 3 });
    const caller = await open({ script: script(held) });
    const ongoing = caller.start(body);
    const call = await caller.upstream.waitForCall(1, 5000);
    await ongoing.events(2);
    ongoing.leave();
    expect((await ongoing.view).ending).toBe('left');
    await call?.ended;
    expect(call).toMatchObject({ outcome: 'aborted-by-gateway', tokensSent: 1 });
    caller.upstream.release();
    await caller.start(body).view;
    expect(call).toMatchObject({ outcome: 'aborted-by-gateway', tokensSent: 1 });
    await caller.close();
  });

  it('sees the caller leave before the head, and calls a delay off', async () => {
    const clock = new ManualClock();
    const caller = await open({ clock, script: script(turn(undefined, { kind: 'late-answer', ms: 60_000 })) });
    const ongoing = caller.start(body);
    const call = await caller.upstream.waitForCall(1, 5000);
    await clock.timerSet();
    expect(call).toMatchObject({ outcome: 'held', heldAt: 'delay' });
    ongoing.leave();
    await call?.ended;
    expect(call).toMatchObject({ outcome: 'aborted-by-gateway', tokensSent: 0 });
    expect(call?.response).toBeUndefined();
    expect(call?.heldAt).toBeUndefined();
    expect(clock.timerCount).toBe(0);
    await caller.close();
  });

  it('reports the n-th call, whether it came already or comes later', async () => {
    const caller = await open({});
    const second = caller.upstream.waitForCall(2, 5000);
    const heard: string[] = [];
    const stop = caller.upstream.onCall(({ id }) => heard.push(id));
    await caller.start(body).view;
    await caller.start(body).view;
    stop();
    await caller.start(body).view;
    expect((await second)?.number).toBe(2);
    expect((await caller.upstream.waitForCall(1, 0))?.number).toBe(1);
    expect(heard).toEqual(['upstream-1', 'upstream-2']);
    await caller.close();
  });

  it('holds calls apart by gate, and lets a released gate stay open', async () => {
    const caller = await open({
      script: script(
        turn(says('first'), { kind: 'hang', gate: 'a' }),
        turn(says('later'), { kind: 'hang', gate: 'b' }),
      ),
    });
    const first = caller.start(body);
    await caller.upstream.waitForCall(1, 5000);
    const second = caller.start(body);
    await caller.upstream.waitForCall(2, 5000);
    caller.upstream.release('b');
    expect((await second.view).body).toContain('later');
    expect(caller.upstream.calls[0]).toMatchObject({ outcome: 'held', heldAt: 'a' });
    expect((await caller.start(body).view).body).toContain('later');
    caller.upstream.release('a');
    expect((await first.view).body).toContain('first');
    await caller.close();
  });

  it('gives a stray request no turn', async () => {
    const caller = await open({ script: script(turn(says('first'))) });
    expect((await caller.start(body, '/v1/models').view).status).toBe(404);
    expect(caller.upstream.calls).toEqual([]);
    expect(caller.upstream.strayCalls.map(({ path }) => path)).toEqual(['/v1/models']);
    await caller.close();
  });

  it('starts anew with a new script', async () => {
    const hang = script(turn(says('x'), { kind: 'hang' }));
    const caller = await open({ script: hang });
    caller.upstream.release();
    await caller.start(body).view;
    caller.upstream.script(hang);
    const ongoing = caller.start(body);
    const call = await caller.upstream.waitForCall(2, 5000);
    expect(call?.outcome).toBe('held');
    expect(caller.upstream.faultReports()[0]?.acted).toBe(1);
    caller.upstream.release('hang');
    expect((await ongoing.view).status).toBe(200);
    await caller.close();
  });
});

describe('an upstream', () => {
  it('stops waiting for a call at the deadline', async () => {
    const clock = new ManualClock();
    const waiting = new Upstream({ clock }).waitForCall(1, 2000);
    clock.advance(1999);
    expect(clock.timerCount).toBe(1);
    clock.advance(1);
    expect(await waiting).toBeUndefined();
  });

  it('keeps the newest calls only', async () => {
    const upstream = new Upstream({ keptCalls: 2 });
    const request = { method: 'POST', path: '/chat/completions', headers: [], rawBody: Buffer.from('{}') };
    for (let call = 0; call < 3; call += 1) upstream.receive(request);
    expect(upstream.calls.map(({ number }) => number)).toEqual([2, 3]);
    expect(upstream.callCount).toBe(3);
    expect(await upstream.waitForCall(1, 0)).toBeUndefined();
  });
});
