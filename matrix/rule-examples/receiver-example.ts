import type { Rule } from '@gateproof/spec';
import type { RuleExample } from '@gateproof/suites';
import { judgeReceiver } from '../receivers/judge-receiver.ts';
import { knownBadReceivers } from '../receivers/known-bad-receivers.ts';
import { type ReceiverBehaviour, referenceReceiver } from '../receivers/receiver-behaviour.ts';
import { serveReceiver } from '../receivers/serve-receiver.ts';
import { exampleOf } from './example-of.ts';

const secrets: readonly [string, string] = ['whsec_Newest0123456789abcdef', 'whsec_Previous0123456789abc'];

/** The example of a receiver's rule, from the first known-bad receiver that breaks it, beside the receiver that keeps all rules. */
export async function receiverExample(rule: Rule): Promise<RuleExample | undefined> {
  const { id } = rule;
  const bad = knownBadReceivers.find((one) => one.id.split(':')[0] === id);
  if (bad === undefined) return undefined;
  return exampleOf(rule, bad, {
    broken: await judged({ ...referenceReceiver, ...bad.changes }, id),
    kept: await judged(referenceReceiver, id),
  });
}

async function judged(behaviour: ReceiverBehaviour, only: string) {
  const served = await serveReceiver(behaviour, secrets);
  try {
    return await judgeReceiver(served, secrets, { only });
  } finally {
    await served.close();
  }
}
