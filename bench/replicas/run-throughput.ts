import { parseArgs } from 'node:util';
import { MeasuredReplicas } from './throughput.ts';

/**
 * `npm run throughput:replicas -- [--requests N]`: what one, two and three replicas answer in a second of their processor time, on the PostgreSQL of
 * `GATEPROOF_POSTGRES`. Linux alone.
 */
const { values } = parseArgs({ options: { requests: { type: 'string', default: '2000' } } });
const server = process.env.GATEPROOF_POSTGRES;
const requests = Number(values.requests);
if (server === undefined || !Number.isSafeInteger(requests) || requests < 1) {
  process.stderr.write('throughput:replicas: wants GATEPROOF_POSTGRES, and --requests of at least 1\n');
  process.exit(2);
}
for (const count of [1, 2, 3]) {
  const data = new URL(server);
  data.searchParams.set('schema', `throughput_${process.pid}_${count}`);
  const replicas = await MeasuredReplicas.start(data.href, count);
  try {
    for (const kind of ['chat', 'job'] as const) {
      for (const way of ['owner', 'any'] as const) {
        const { cpuSeconds } = await replicas.measure(kind, way, requests);
        const rate = Math.round(requests / cpuSeconds);
        process.stdout.write(`${count} replicas, ${kind}, asked of ${way}: ${rate} a second of processor time\n`);
      }
    }
  } finally {
    await replicas.end();
  }
}
