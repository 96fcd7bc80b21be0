import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { cornerReceivers } from './corner-receivers.ts';
import { forgedReceivers } from './forged-receivers.ts';
import { judgeReceiver } from './judge-receiver.ts';
import { referenceReceiver } from './receiver-behaviour.ts';
import { type BadReceiver, badReceivers } from './receiver-deviations.ts';
import { receiverVariations } from './receiver-variations.ts';
import { serveReceiver } from './serve-receiver.ts';

/**
 * The kill matrix of webhook receivers: every known-bad one must be caught by the rule that it breaks, with no other rule red than those it
 * entails, and every legal one spared. Options: `--only PREFIX`, `--parallel N` receivers at once (default 4). Prints what came out otherwise,
 * then the counts; exits 1 when any did.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, parallel: { type: 'string', default: '4' } },
});
const limit = pLimit(Number(values.parallel));
const secrets: readonly [string, string] = ['whsec_Newest0123456789abcdef', 'whsec_Previous0123456789abc'];
const print = (line: string) => process.stdout.write(`${line}\n`);
const counts = { killed: 0, survived: 0, accusing: 0, spared: 0, accused: 0 };

async function redRules(changes: object, only?: string): Promise<ReadonlyMap<string, string>> {
  const served = await serveReceiver({ ...referenceReceiver, ...changes }, secrets);
  const document = await judgeReceiver(served, secrets, only);
  await served.close();
  return new Map(
    document.rules
      .filter(({ verdict }) => !['pass', 'not-applicable'].includes(verdict))
      .map(({ rule, verdict }) => [rule, verdict]),
  );
}

async function judgeBad({ id, changes, only, entails = [] }: BadReceiver): Promise<void> {
  const red = await redRules(changes, only);
  const [breaks = id] = id.split(':');
  const verdict = red.get(breaks);
  const killed = verdict === 'fail' || verdict === 'warn';
  const others = [...red].filter(
    ([rule, how]) =>
      rule !== breaks &&
      how !== 'blocked' &&
      how !== 'warn' &&
      !entails.some((prefix) => rule.startsWith(prefix.replace('*', ''))),
  );
  counts[killed ? 'killed' : 'survived'] += 1;
  if (others.length > 0) counts.accusing += 1;
  if (!killed || others.length > 0)
    print(
      `${killed ? 'killed' : `SURVIVED (${verdict ?? 'pass'})`} ${id}  others: ${others.map(([rule, how]) => `${rule}=${how}`).join(' ')}`,
    );
}

async function judgeLegal({ id, changes }: (typeof receiverVariations)[number]): Promise<void> {
  const red = [...(await redRules(changes))].filter(([, verdict]) => verdict !== 'warn');
  counts[red.length === 0 ? 'spared' : 'accused'] += 1;
  if (red.length > 0) print(`ACCUSED ${id}: ${red.map(([rule, how]) => `${rule}=${how}`).join(' ')}`);
}

const isChosen = ({ id }: { readonly id: string }) => id.startsWith(values.only);
await Promise.all([
  // The slow ones among them take longest.
  ...receiverVariations.filter(isChosen).map((one) => limit(judgeLegal, one)),
  ...[...badReceivers, ...forgedReceivers, ...cornerReceivers].filter(isChosen).map((one) => limit(judgeBad, one)),
]);
print(
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join('\n'),
);
process.exitCode = counts.survived + counts.accusing + counts.accused === 0 ? 0 : 1;
