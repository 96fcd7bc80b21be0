import { parseArgs } from 'node:util';
import { openManyDeliveries } from '../simulator/src/testing/many-deliveries.fixture.ts';
import { clock } from './clock.ts';

/** Measures how long a day with many pending deliveries takes to settle: `node bench/run-many-deliveries.ts [--count N]`. */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' } } });
const count = Number(values.count);
const dayMs = 86_400_000;
const pending = await openManyDeliveries(count);
const beganAtMs = clock.nowMs();
await pending.advance(dayMs);
const seconds = (clock.nowMs() - beganAtMs) / 1000;
const times = pending.times();
const isOrdered = times.every((time, place) => time >= (times[place - 1] ?? 0));
await pending.close();
process.stdout.write(
  `a day with ${count} pending deliveries settled in ${seconds.toFixed(1)} s: ${times.length} attempts, ${isOrdered ? 'in order' : 'OUT OF ORDER'}\n`,
);
process.exitCode = isOrdered && times.length === count ? 0 : 1;
