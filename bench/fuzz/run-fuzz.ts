import { randomInt } from 'node:crypto';
import { scriptOptions } from '../../repository/script-options.ts';
import { clock } from '../clock.ts';
import { runFuzz } from './fuzz-run.ts';
import { faultKinds } from './judge.ts';

/** `npm run fuzz -- [--requests N] [--seed S]`: bad requests to a simulator; exits 1 when one of them did harm. */
const values = scriptOptions({ requests: { type: 'string', default: '200000' }, seed: { type: 'string' } });
const requests = Number(values.requests);
if (!Number.isSafeInteger(requests) || requests < 1) {
  process.stderr.write(`fuzz: --requests must be a whole number of at least 1, not ${values.requests}\n`);
  process.exit(2);
}
const mostHeapGrowthMiB = 16;
const mostRssGrowthMiB = 160;
const progressEvery = 20_000;
const seed = values.seed ?? String(randomInt(2 ** 31));
process.stdout.write(`fuzz: ${requests} requests, seed ${seed}\n`);
const beganAtMs = clock.nowMs();
const report = await runFuzz({
  requests,
  seed,
  progress: (sent) => {
    if (sent % progressEvery === 0) process.stdout.write(`  ${sent} requests\n`);
  },
});
const { start, end } = report.memory;
const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const statuses = [...report.statuses].sort(([one], [other]) => one - other);
const faults = faultKinds.map((kind) => `${report.faults[kind]} ${kind}`).join(', ');
const lines = [
  `${report.requests} requests, ${report.answers} answers in ${Math.round((clock.nowMs() - beganAtMs) / 1000)} s`,
  `statuses: ${statuses.map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  `faults: ${faults}, ${report.crash === undefined ? 0 : 1} crashes`,
  `memory: heap ${mebibytes(start.heapUsed)} → ${mebibytes(end.heapUsed)} MiB, resident ${mebibytes(start.rss)} → ${mebibytes(end.rss)} MiB`,
  ...(report.crash === undefined ? [] : [`crash: ${report.crash}`]),
  ...report.examples.map((example) => `  ${example}`),
];
process.stdout.write(`${lines.join('\n')}\n`);
const grows =
  mebibytes(end.heapUsed - start.heapUsed) > mostHeapGrowthMiB || mebibytes(end.rss - start.rss) > mostRssGrowthMiB;
if (grows)
  process.stdout.write(`memory grew beyond ${mostHeapGrowthMiB} MiB of heap or ${mostRssGrowthMiB} MiB resident\n`);
const isClean = faultKinds.every((kind) => report.faults[kind] === 0) && report.crash === undefined && !grows;
process.exitCode = isClean ? 0 : 1;
