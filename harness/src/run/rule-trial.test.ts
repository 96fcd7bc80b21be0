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

test('a rule that another one left undecided does not hold before that one is fixed', async () => {
  const following: StandingCheck = {
    rules: ['s.behind'],
    *judge({ exchanges }) {
      for (const { id, response } of exchanges)
        yield { rule: 's.behind', exchanges: [id], ...(response?.status === 422 ? { undecidedBy: 's.status' } : {}) };
    },
  };
  const cases = [[answered({ status: 400, body: 'no' })], [answered({ status: 422, body: 'no' })]];
  const retrials = new Retrials([following], new Set(['s.behind']));
  const trial = standingTrial({ id: 's.behind', level: 'must' }, cases, {
    checks: [following],
    history,
    target,
    retrials,
  });
  expect((await trial.once([])).holds).toBe(false);
  expect((await trial.once([statusUnprocessable])).holds).toBe(true);
});

test('what cases with the same repairs exchanged counts as well', async () => {
  const retrials = new Retrials([wanted], new Set(['s.status']));
  const options = { checks: [wanted], history, target, retrials };
  const trial = standingTrial({ id: 's.status', level: 'must' }, [], options);
  expect((await trial.once([statusUnprocessable])).holds).toBe(false);
  const { ledger, acted } = retrials.under([statusUnprocessable]);
  acted.add('status-unprocessable');
  ledger.take(history([answered({ status: 400, body: 'no' })]), { check: 'c', seed: 1, path: '0' });
  expect(await trial.once([statusUnprocessable])).toEqual({ holds: true, acted: new Set(['status-unprocessable']) });
  ledger.take(history([answered({ status: 500, body: 'no' })]), { check: 'c', seed: 1, path: '1' });
  expect((await trial.once([statusUnprocessable])).holds).toBe(false);
});
