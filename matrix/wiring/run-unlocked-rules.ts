import { readFileSync } from 'node:fs';
import { referenceBehaviour } from '@gateproof/simulator';
import { scriptOptions } from '../../repository/script-options.ts';
import { runWired, type Way, ways } from './run-wired.ts';

/**
 * How many gateway rules are tested on the simulator with a URL and a key alone, with static wiring (of text models alone, and of all), and with the testbed
 * protocol. The simulator is treated as a stranger each time. Prints a table; exits 1 when a rule is red, or `docs/unlocking-rules.md` has other figures.
 */
scriptOptions({});

const names: Readonly<Record<Way, string>> = {
  url: 'a URL and one key',
  text: 'static wiring of text models alone: keys by role, fragments',
  static: 'static wiring: keys by role, wired models, registered webhooks, fragments',
  testbed: 'the testbed protocol',
};
const mostLines = 20;
const wanted = new Set<string>();

process.stdout.write(
  '| What the gateway comes with | rules decided | passed | not applicable | other |\n|---|---|---|---|---|\n',
);
for (const way of ways) {
  const { rules } = await runWired(referenceBehaviour, { way, seed: 42, effort: 'standard' });
  const count = (...verdicts: readonly string[]) => rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [passed, notApplicable] = [count('pass', 'warn'), count('not-applicable')];
  const decided = rules.length - notApplicable;
  process.stdout.write(`| ${names[way]} | ${decided} | ${passed} | ${notApplicable} | ${decided - passed} |\n`);
  const others = rules.filter(({ verdict }) => !['pass', 'warn', 'not-applicable'].includes(verdict));
  for (const { rule, verdict, reason, failure } of others.slice(0, mostLines))
    process.stderr.write(`${rule} ${verdict} ${reason ?? ''} ${failure?.observed ?? ''}\n`);
  // What the reference keeps must be seen to be kept, or not applicable, however it is reached.
  if (others.length > 0) process.exitCode = 1;
  for (const figure of [`| ${decided} |`, `of ${rules.length} gateway rules`]) wanted.add(figure);
}
const page = readFileSync(new URL('../../docs/unlocking-rules.md', import.meta.url), 'utf8');
for (const figure of [...wanted].filter((one) => !page.includes(one))) {
  process.stderr.write(`docs/unlocking-rules.md does not say "${figure}"\n`);
  process.exitCode = 1;
}
