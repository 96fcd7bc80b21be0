import { randomInt } from 'node:crypto';
import { scriptOptions } from '../../repository/script-options.ts';
import { clock } from '../clock.ts';
import { runReplicaKills } from './replica-run.ts';

/**
 * `npm run kill9:replicas -- [--kills N] [--replicas N] [--seed S]`: kills replicas of a simulator at random moments. `GATEPROOF_POSTGRES` is the URL of the
 * PostgreSQL that they share, which `.ci/with-postgres` sets. Exits 1 when a promise was broken.
 */
const values = scriptOptions({
  kills: { type: 'string', default: '100' },
  replicas: { type: 'string', default: '3' },
  seed: { type: 'string' },
});
const [kills, replicas] = [Number(values.kills), Number(values.replicas)];
const server = process.env.GATEPROOF_POSTGRES;
if (server === undefined || ![kills, replicas].every((count) => Number.isSafeInteger(count) && count > 0)) {
  process.stderr.write('kill9:replicas: wants GATEPROOF_POSTGRES, and --kills and --replicas of at least 1\n');
  process.exit(2);
}
const seed = values.seed ?? String(randomInt(2 ** 31));
const data = new URL(server);
data.searchParams.set('schema', `kill9_${process.pid}`);
process.stdout.write(`kill9: ${kills} kills of ${replicas} replicas, seed ${seed}\n`);
const beganAtMs = clock.nowMs();
const { broken, ...counts } = await runReplicaKills({
  ...{ data: data.href, replicas, kills, seed },
  progress: (done) => {
    if (done % 10 === 0) process.stdout.write(`  ${done} kills\n`);
  },
});
const seconds = Math.round((clock.nowMs() - beganAtMs) / 1000);
process.stdout.write(
  `${kills} kills in ${seconds} s: ${counts.jobs} accepted jobs, ${counts.keys} keys, ${counts.attempts} delivery attempts; ` +
    `${broken.length} promises broken\n`,
);
for (const line of broken.slice(0, 20)) process.stdout.write(`  ${line}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
