import { parseArgs } from 'node:util';
import { openManyDeliveries } from '../simulator/src/testing/many-deliveries.fixture.ts';

/** Measures how long a day with many pending deliveries takes to settle: `node bench/many-deliveries.ts [--count N]`. */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' } } });
const count = Number(values.count);
const dayMs = 86_400_000;
const pending = await openManyDeliveries(count);
const beganAtMs = performance.now();
await pending.advance(dayMs);
const seconds = (performance.now() - beganAtMs) / 1000;
const times = pending.times();
const isOrdered = times.every((time, place) => time >= (times[place - 1] ?? 0));
await pending.close();
process.stdout.write(
  `a day with ${count} pending deliveries settled in ${seconds.toFixed(1)} s: ${times.length} attempts, ${isOrdered ? 'in order' : 'OUT OF ORDER'}\n`,
);
process.exitCode = isOrdered && times.length === count ? 0 : 1;
