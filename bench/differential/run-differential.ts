import { randomInt } from 'node:crypto';
import { scriptOptions } from '../../repository/script-options.ts';
import { runDifferential } from './differential-run.ts';

/** `npm run differential -- [--steps N] [--seed S]`: the same requests to three gateways; exits 1 when they differ where the contract leaves nothing open. */
const values = scriptOptions({
  steps: { type: 'string', default: '2000' },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
});
const steps = Number(values.steps);
if (!Number.isSafeInteger(steps) || steps < 1) {
  process.stderr.write(`differential: --steps must be a whole number of at least 1, not ${values.steps}\n`);
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
print(`differential: ${steps} steps, seed ${values.seed}`);
const { answers, explained, unexplained, ...report } = await runDifferential({ steps, seed: values.seed });
print(
  `${report.steps} steps, ${answers} requests to each of 3 gateways; ${unexplained.length} differences that nothing explains`,
);
for (const [why, count] of explained) print(`  ${count} × ${why}`);
for (const { step, asked, between, one, other } of unexplained.slice(0, 20)) {
  print(
    `  step ${step}, ${asked.label}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body ?? '').slice(0, 200)}`,
  );
  print(`    ${between}:\n      ${one.slice(0, 600)}\n      ${other.slice(0, 600)}`);
}
process.exitCode = unexplained.length === 0 ? 0 : 1;
