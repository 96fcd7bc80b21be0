import { expect, test } from 'vitest';
import { NotArranged } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { Outages } from './outages.ts';
import type { Attempt } from './run-case.ts';
import { anExchange } from './run-fixture.fixture.ts';

const broken = new Violation({ expected: '200', observed: '401' });

function attempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    end: { kind: 'broke', finding: broken.finding },
    caution: undefined,
    exchanges: [],
    durationMs: 1,
    disturbance: undefined,
    thrown: broken,
    ...fields,
  };
}

function outagesAt() {
  const time = { nowMs: 0 };
  return { time, outages: new Outages({ nowMs: () => time.nowMs }) };
}

test('a case that breaks while the target was away is disturbed, whoever found it away', async () => {
  const { time, outages } = outagesAt();
  const seen = await outages.watch(async () => {
    time.nowMs = 10;
    await outages.watch(async () => attempt({ exchanges: [anExchange({ ending: 'refused' })] }));
    time.nowMs = 20;
    return attempt();
  });
  expect(seen.end).toEqual({ kind: 'disturbed', why: 'the target was away while the case went on' });
  expect(seen.disturbance?.error.otherwise).toBe(broken);
});

test('a case that began after the outage counts', async () => {
  const { time, outages } = outagesAt();
  outages.seen();
  time.nowMs = 5;
  expect((await outages.watch(async () => attempt())).end.kind).toBe('broke');
});

test('a case that held, or can not be arranged, counts all the same', async () => {
  const { outages } = outagesAt();
  const holding = attempt({ end: { kind: 'held' }, thrown: undefined });
  const during = async (one: Attempt) => {
    outages.seen();
    return one;
  };
  expect((await outages.watch(() => during(holding))).end.kind).toBe('held');
  const idle = attempt({ end: { kind: 'not-arranged', why: new NotArranged('no').message }, thrown: undefined });
  expect((await outages.watch(() => during(idle))).end.kind).toBe('not-arranged');
});

test('a lost connection alone is no outage', async () => {
  const { outages } = outagesAt();
  const cut = attempt({ exchanges: [anExchange({ ending: 'cut' })] });
  expect((await outages.watch(async () => cut)).end.kind).toBe('broke');
});
