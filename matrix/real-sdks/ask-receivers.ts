import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResultDocument } from '@gateproof/harness';
import { createHandWrittenReceiver } from '../../examples/receivers/hand-written-receiver.ts';
import { createStripeReceiver } from '../../examples/receivers/stripe-receiver.ts';
import { judgeReceiver } from '../receivers/judge-receiver.ts';

const secret = 'whsec_0123456789abcdefghij';

/** A receiver and what the receiver suite says of it. */
export interface JudgedReceiver {
  readonly name: string;
  readonly passed: number;
  readonly notApplicable: number;
  /** Rules that it breaks or that warn, with what was seen. */
  readonly found: readonly { readonly rule: string; readonly verdict: string; readonly observed: string }[];
}

async function judged(name: string, receiver: Server): Promise<JudgedReceiver> {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const served = { url: `${origin}/hook`, observerUrl: `${origin}/effects` };
  const document: ResultDocument = await judgeReceiver(served, [secret]);
  receiver.closeAllConnections();
  receiver.close();
  const count = (verdict: string) => document.rules.filter((rule) => rule.verdict === verdict).length;
  const found = document.rules
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
    .map(({ rule, verdict, failure, reason }) => ({ rule, verdict, observed: failure?.observed ?? reason ?? '' }));
  return { name, passed: count('pass'), notApplicable: count('not-applicable'), found };
}

/** Judges the example receivers. */
export async function askReceivers(): Promise<readonly JudgedReceiver[]> {
  return [
    await judged('`stripe` 23 (`constructEvent`)', createStripeReceiver(secret)),
    await judged('hand-written, plain Node', createHandWrittenReceiver(secret)),
  ];
}
