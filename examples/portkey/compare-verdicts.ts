import { readFileSync } from 'node:fs';
import type { ResultDocument } from '@gateproof/harness';

/**
 * Compares a result document (first argument) with `verdicts.txt`: a rule that is decided otherwise than there was seen is printed in a line, and
 * the exit code is 1. A change means that the gateway or the suite became another.
 */
const [path = ''] = process.argv.slice(2);
const document = JSON.parse(readFileSync(path, 'utf8')) as ResultDocument;
const seen = new Map(document.rules.map(({ rule, verdict }) => [rule, verdict]));
const lines = readFileSync(new URL('verdicts.txt', import.meta.url), 'utf8').split('\n');
const expected = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' '));

const differing = expected.filter(([verdict, rule]) => seen.get(rule ?? '') !== verdict);
for (const [verdict, rule] of differing) {
  process.stdout.write(`${rule}: ${seen.get(rule ?? '') ?? 'no such rule'} rather than ${verdict}\n`);
}
process.stdout.write(`${expected.length - differing.length} of ${expected.length} verdicts are as expected\n`);
process.exitCode = differing.length === 0 ? 0 : 1;
