import { parseArgs } from 'node:util';
import { cornerReceivers } from './corner-receivers.ts';
import { judgeReceiver } from './judge-receiver.ts';
import { referenceReceiver } from './receiver-behaviour.ts';
import { badReceivers } from './receiver-deviations.ts';
import { receiverVariations } from './receiver-variations.ts';
import { serveReceiver } from './serve-receiver.ts';

/**
 * The kill matrix of webhook receivers: every known-bad one must be caught by the rule that it breaks, with no other rule red than those it
 * entails, and every legal one spared. `--only PREFIX` narrows it. Prints what came out otherwise, then the counts; exits 1 when any did.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
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

for (const { id, changes, only, entails = [] } of [...badReceivers, ...cornerReceivers].filter((one) =>
  one.id.startsWith(values.only),
)) {
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
for (const { id, changes } of receiverVariations.filter((one) => one.id.startsWith(values.only))) {
  const red = [...(await redRules(changes))].filter(([, verdict]) => verdict !== 'warn');
  counts[red.length === 0 ? 'spared' : 'accused'] += 1;
  if (red.length > 0) print(`ACCUSED ${id}: ${red.map(([rule, how]) => `${rule}=${how}`).join(' ')}`);
}
print(
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join('\n'),
);
process.exitCode = counts.survived + counts.accusing + counts.accused === 0 ? 0 : 1;
