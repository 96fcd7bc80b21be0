import { randomInt } from 'node:crypto';
import { scriptOptions } from '../../repository/script-options.ts';
import { clock } from '../clock.ts';
import { runKills } from './kill-run.ts';

/** `npm run kill9 -- [--kills N] [--seed S]`: kills a gateway with a data file at random moments; exits 1 when it broke a promise. */
const values = scriptOptions({ kills: { type: 'string', default: '200' }, seed: { type: 'string' } });
const kills = Number(values.kills);
if (!Number.isSafeInteger(kills) || kills < 1) {
  process.stderr.write(`kill9: --kills must be a whole number of at least 1, not ${values.kills}\n`);
  process.exit(2);
}
const seed = values.seed ?? String(randomInt(2 ** 31));
process.stdout.write(`kill9: ${kills} kills, seed ${seed}\n`);
const beganAtMs = clock.nowMs();
const report = await runKills({
  kills,
  seed,
  progress: (done) => {
    if (done % 20 === 0) process.stdout.write(`  ${done} kills\n`);
  },
});
const { broken, ...counts } = report;
const seconds = Math.round((clock.nowMs() - beganAtMs) / 1000);
process.stdout.write(
  `${counts.kills} kills (${counts.killsAtStart} at the start) in ${seconds} s: ${counts.jobs} accepted jobs, ${counts.keys} keys ` +
    `(${counts.keysCut} cut off), ${counts.attempts} delivery attempts; ${broken.length} promises broken\n`,
);
for (const line of broken.slice(0, 20)) process.stdout.write(`  ${line}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
