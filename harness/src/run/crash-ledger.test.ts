import { expect, test } from 'vitest';
import { CrashLedger } from './crash-ledger.ts';
import { anExchange } from './run-fixture.fixture.ts';

const exchange = anExchange();
const route = 'POST /v1/jobs/{id}/cancel';
const hanging = `${route}, to an endpoint with the fault hang`;
const never = () => 0;
const always = () => 7;

test('a kind of request that makes the target exit is named and not sent any more', () => {
  const ledger = new CrashLedger('The target exits');
  const crash = ledger.blame([route], exchange, never);
  expect(crash).toMatchObject({ id: 'crash-1', sentence: `The target exits after ${route}.`, times: 1 });
  expect(ledger.withheld([route, hanging])).toEqual(crash);
  expect(ledger.withheld(['GET /v1/models'])).toBeUndefined();
});

test('of a kind that is served otherwise only the special ones are not sent', () => {
  const ledger = new CrashLedger();
  ledger.blame([route, hanging], exchange, (kind) => (kind === route ? 3 : 0));
  expect(ledger.withheld([route])).toBeUndefined();
  expect(ledger.withheld([route, hanging])?.sentence).toBe(`The target goes away after ${hanging}.`);
});

test('two special kinds are to blame as the general one, where that was never served', () => {
  const ledger = new CrashLedger();
  expect(ledger.blame([route, hanging], exchange, never)).toMatchObject({ id: 'crash-1' });
  expect(ledger.withheld([route])).toBeUndefined();
  const general = ledger.blame([route, `${route}, otherwise`], anExchange({ id: 'x9' }), never);
  expect(general).toEqual({ id: 'crash-1', sentence: `The target goes away after ${route}.`, exchange, times: 2 });
  expect([ledger.withheld([route, hanging]), ledger.all()]).toEqual([general, [general]]);
});

test('what is withheld of a kind is withheld of those that are below it, and not of the one above', () => {
  const ledger = new CrashLedger();
  ledger.blame([`${route} with an unknown job`], exchange, never);
  expect([ledger.withheld([route]), ledger.withheld([`${route} with a query`])]).toEqual([undefined, undefined]);
  const crash = ledger.blame([route], exchange, never);
  expect(ledger.withheld([`${route} with a query`])).toEqual(crash);
  expect(ledger.all()).toEqual([crash]);
});

test('one request of a kind that is served otherwise is named, and others are still sent', () => {
  const ledger = new CrashLedger();
  expect(ledger.blame([route], exchange, always).sentence).toContain('one request, although others like it are served');
  expect(ledger.withheld([route])).toBeUndefined();
  expect(ledger.blame([route], anExchange({ id: 'x9' }), always)).toMatchObject({ id: 'crash-1', exchange, times: 2 });
});

/** So many cases in which the target went away for no request of theirs. */
function unexplained(ledger: CrashLedger, cases: number, counts: { absences: number; requests: number }) {
  for (let count = 0; count < cases; count += 1) ledger.unexplained(exchange, counts);
}

test('a target that goes away after whatever it is asked can not be judged further', () => {
  const ledger = new CrashLedger('The target exits');
  unexplained(ledger, 4, { absences: 12, requests: 60 });
  expect([ledger.unattributed, ledger.blocking]).toEqual([undefined, undefined]);
  unexplained(ledger, 1, { absences: 13, requests: 65 });
  const sentence = 'The target exits again and again, whatever it is asked.';
  expect(ledger.blocking).toMatchObject({ sentence, times: 13 });
  expect(ledger.all()).toEqual([ledger.blocking]);
});

test('one that goes away now and then is judged further', () => {
  const ledger = new CrashLedger();
  unexplained(ledger, 5, { absences: 5, requests: 900 });
  expect(ledger.blocking).toBeUndefined();
  expect(ledger.all()).toEqual([ledger.unattributed]);
});
