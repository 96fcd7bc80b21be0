import type { Suite } from '@gateproof/harness';
import { checksOf } from '../support/checks-of.ts';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { everyExample } from '../support/every-example.ts';
import * as groups from './groups.ts';

/** Of the checks that a run begins with: measured on a machine that does nothing else, with all their cases one after the other, in ms. */
const costsMs: Readonly<Record<string, number>> = {
  'client.any-call.refused': 130_000,
  'client.retry.retry-after': 60_000,
  'client.retry.terminal': 45_000,
  'client.any-call.answered': 25_000,
  'client.retry.retry-after-unavailable': 20_000,
  'client.abort.not-sent-again': 18_000,
  'client.error.code-reported': 18_000,
  'client.retry.retry-after-each-time': 13_000,
  'client.any-call.sent': 13_000,
};

/** Checks of many rows that wait for long: a quick run takes a third of them. Of every other check it takes each row, since each shows what no other does. */
const dear: ReadonlySet<string> = new Set([
  'client.abort.not-sent-again',
  'client.any-call.answered',
  'client.any-call.refused',
  'client.any-call.sent',
  'client.error.not-by-message',
  'client.error.not-by-type',
  'client.request.of-this-call',
  'client.retry.retry-after',
  'client.retry.retry-after-each-time',
  'client.retry.retry-after-unavailable',
]);
const { checks, standing } = checksOf<ClientCheck>(Object.values(groups));

/** Every check that decides a rule of client SDKs. */
export const clientSuite: Suite = { checks: everyExample(checks, dear), standing, costsMs };
