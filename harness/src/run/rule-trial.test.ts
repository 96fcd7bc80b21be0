import { expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answered } from '../repair/answered.fixture.ts';
import { statusUnprocessable } from '../repair/status-unprocessable.ts';
import { Retrials } from './retrials.ts';
import { standingTrial } from './rule-trial.ts';

const target = { baseUrl: 'http://target', prefix: 'svc' };
const history = (exchanges: readonly Exchange[]) => ({ exchanges, ...target, notes: {} });
const wanted: StandingCheck = {
  rules: ['s.status'],
  *judge({ exchanges }) {
    for (const { id, response } of exchanges) {
      if (response === undefined || response.status < 400) continue;
      const finding = { expected: '400', observed: String(response.status) };
      yield { rule: 's.status', exchanges: [id], ...(response.status === 400 ? {} : { finding }) };
    }
  },
};
const trialOf = (...statuses: number[]) =>
  standingTrial(
    { id: 's.status', level: 'must' },
    statuses.map((status) => [answered({ status, body: 'no' })]),
    { checks: [wanted], history, target, retrials: new Retrials([wanted], new Set(['s.status'])) },
  );

test('a standing rule holds when none of its recorded breaks is left', async () => {
  expect(await trialOf(422, 422).once([statusUnprocessable])).toEqual({
    holds: true,
    acted: new Set(['status-unprocessable']),
  });
  expect((await trialOf(422).once([])).holds).toBe(false);
});

test('one break that the repair does not mend keeps it broken', async () => {
  expect((await trialOf(422, 500).again([statusUnprocessable])).holds).toBe(false);
});

test('a rule that nothing exercises does not hold', async () => {
  expect((await trialOf(200).once([statusUnprocessable])).holds).toBe(false);
});
