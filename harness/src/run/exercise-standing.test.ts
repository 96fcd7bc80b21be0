import { expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import { aCheck, anExchange, aRule, aTarget, runOptions } from './run-fixture.fixture.ts';
import { runSuite } from './run-suite.ts';

/** A run of one standing rule beside four checks; each case that ran is counted by its check. `showsIn`: the checks whose cases show the rule. */
async function runAlone(
  showsIn: readonly string[],
  { donors, brokenBy }: { donors?: readonly (readonly [string, number])[]; brokenBy?: string } = {},
) {
  const ran = new Map<string, number>();
  let last = '';
  const checks = ['first', 'second', 'third', 'fourth'].map((name) =>
    aCheck(`a.${name}`, async (world) => {
      last = `a.${name}`;
      ran.set(last, (ran.get(last) ?? 0) + 1);
      world.stated();
    }),
  );
  const standing: StandingCheck = {
    rules: ['a.standing'],
    judge: () => (showsIn.includes(last) ? [{ rule: 'a.standing', exchanges: ['x1'] }] : []),
  };
  const options = runOptions(checks, { concurrency: 1, only: ['a.standing'] }, [standing]);
  const { rules } = await runSuite({
    ...options,
    rules: options.rules.filter(({ kind }) => kind === 'standing'),
    suite: { ...options.suite, ...(donors === undefined ? {} : { donors: { 'a.standing': donors } }) },
    ...(brokenBy === undefined ? {} : { brokenBy: { 'a.standing': brokenBy } }),
  });
  return { ran: Object.fromEntries(ran), verdict: rules[0]?.verdict };
}

test('a standing rule alone is checked on the first cases of its donors, and on no others', async () => {
  const { ran, verdict } = await runAlone(['a.second'], { donors: [['a.second', 3]] });
  expect({ ran, verdict }).toEqual({ ran: { 'a.second': 3 }, verdict: 'pass' });
});

test('where no donor shows the rule, others are tried with one case each until it is shown', async () => {
  const { ran, verdict } = await runAlone(['a.second'], { donors: [['a.fourth', 2]] });
  expect({ ran, verdict }).toEqual({ ran: { 'a.fourth': 2, 'a.first': 1, 'a.second': 1 }, verdict: 'pass' });
});

test('the check that broke the rule in an earlier run runs again, whole', async () => {
  const { ran } = await runAlone(['a.second', 'a.third'], { donors: [['a.second', 1]], brokenBy: 'a.third' });
  expect(ran).toEqual({ 'a.second': 1, 'a.third': 20 });
});

test('without a table every other check runs', async () => {
  expect((await runAlone(['a.second'])).ran).toMatchObject({ 'a.first': 20, 'a.fourth': 20 });
});

test('what may disturb others is no donor for a guarded target', async () => {
  const rules = [aRule('a.clock', { needs: ['clock'] }), aRule('a.standing', { kind: 'standing' })];
  let ran = 0;
  const check = aCheck('a.clock', async (world) => {
    ran += 1;
    world.stated();
  });
  const options = runOptions([check], { only: ['a.standing'] }, [{ rules: ['a.standing'], judge: () => [] }]);
  const target = aTarget({ isGuarded: true, clockScope: 'target', capabilities: new Set(['clock']) });
  await runSuite({ ...options, target, catalogue: rules, rules: rules.slice(1) });
  expect(ran).toBe(0);
});

test('donors ask as real clients too, and a break that only these meet is found', async () => {
  const exchangeAs = (client = 'suite') =>
    anExchange({ request: { ...anExchange().request, url: `http://target/${client}` } });
  const target = aTarget({
    clients: ['one'],
    openWorld: (label, options = {}) => aTarget({}, exchangeAs(options.client)).openWorld(label, options),
  });
  const standing: StandingCheck = {
    rules: ['a.standing'],
    judge: ({ exchanges }) =>
      exchanges.map(({ id, request }) => ({
        rule: 'a.standing',
        exchanges: [id],
        ...(request.url.endsWith('one') ? { finding: { expected: 'readable', observed: 'coded' } } : {}),
      })),
  };
  const check = aCheck('a.first', async (world) => world.stated());
  const options = runOptions([check], { only: ['a.standing'] }, [standing]);
  const { rules } = await runSuite({
    ...options,
    target,
    rules: options.rules.filter(({ id }) => id === 'a.standing'),
  });
  expect(rules[0]).toMatchObject({ verdict: 'fail', failure: { case: { client: 'one' } } });
});
