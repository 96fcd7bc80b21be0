import { parseArgs } from 'node:util';
import { kinds, MeasuredReplicas, ways } from './throughput.ts';

/**
 * `npm run throughput:replicas -- [--requests N]`: what one, two and three replicas answer in a second of their processor time, on the PostgreSQL of
 * `GATEPROOF_POSTGRES`, with N requests (default 2,000) of each kind for each replica, sixteen at once. Linux alone.
 */
const { values } = parseArgs({ options: { requests: { type: 'string', default: '2000' } } });
const server = process.env.GATEPROOF_POSTGRES;
const requestsEach = Number(values.requests);
if (server === undefined || !Number.isSafeInteger(requestsEach) || requestsEach < 1) {
  process.stderr.write('throughput:replicas: wants GATEPROOF_POSTGRES, and --requests of at least 1\n');
  process.exit(2);
}
for (const count of [1, 2, 3]) {
  const data = new URL(server);
  data.searchParams.set('schema', `throughput_${process.pid}_${count}`);
  const replicas = await MeasuredReplicas.start(data.href, count);
  try {
    await replicas.warmUp(requestsEach);
    for (const kind of kinds) {
      for (const way of ways) {
        const { requests, cpuSeconds } = await replicas.measure(kind, way, requestsEach);
        const rate = Math.round(requests / cpuSeconds);
        process.stdout.write(`${count} replicas, ${kind}, asked of ${way}: ${rate} a second of processor time\n`);
      }
    }
  } finally {
    await replicas.end();
  }
}
