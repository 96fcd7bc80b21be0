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
  const { id, family, kind } = rule;
  const bad = knownBadReceivers.find((one) => one.id.split(':')[0] === id);
  if (bad === undefined) return undefined;
  // Standing rules are judged on what the checks of their family exchange.
  const only = kind === 'standing' ? (family ?? id) : id;
  return exampleOf(rule, bad, {
    broken: await judged({ ...referenceReceiver, ...bad.changes }, only),
    kept: await judged(referenceReceiver, only),
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
