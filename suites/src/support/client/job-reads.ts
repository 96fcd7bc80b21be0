import { type Exchange, isObject, jsonOf, routeOf, type StandingCheck } from '@gateproof/harness';
import { heldIf } from '../standing-table.ts';
import { sightingsOf } from './repeats.ts';

const finalStates = ['succeeded', 'failed', 'canceled'];
/** Reads of a final job within this time that are still looks at what was made. */
const freeReads = 3;
const windowMs = 10_000;
const shortestPaceMs = 50;

function stateOf(exchange: Exchange): string | undefined {
  const reading = jsonOf(exchange);
  return reading.ok && isObject(reading.value) ? String(reading.value.state) : undefined;
}

/** How a client polls jobs, as live traffic shows it. */
export const jobReads: StandingCheck = {
  rules: ['client.job.polling-ends', 'client.job.poll-pace'],
  *judge({ exchanges, baseUrl }) {
    const reads = Map.groupBy(
      exchanges.filter((exchange) => routeOf(exchange, baseUrl) === 'job'),
      ({ request }) => request.url,
    );
    for (const list of reads.values()) {
      const end = list.findIndex((exchange) => finalStates.includes(stateOf(exchange) ?? ''));
      const final = list[end];
      if (final !== undefined) {
        const after = list.slice(end + 1).filter(({ request }) => request.atMs - final.endedAtMs < windowMs);
        const look = heldIf(
          after.length <= freeReads,
          'no polling of a final job',
          `${after.length} reads within 10 s`,
        );
        yield* sightingsOf('client.job.polling-ends', [final.id, ...after.map(({ id }) => id)], look);
      }
      const polled = end < 0 ? list : list.slice(0, end + 1);
      for (const [place, exchange] of polled.entries()) {
        const before = polled[place - 1];
        if (before === undefined) continue;
        const gapMs = exchange.request.atMs - before.endedAtMs;
        const look = heldIf(gapMs >= shortestPaceMs, 'a wait between two reads', `${gapMs.toFixed(0)} ms`);
        yield* sightingsOf('client.job.poll-pace', [before.id, exchange.id], look);
      }
    }
  },
};
