import { caution, expectEqualJson, expectThat, type JsonObject, jsonDifferences, type World } from '@gateproof/harness';
import { type Delivery, dataOf } from './deliveries.ts';
import { outputOf, partOf, type SubmittedJob } from './media-jobs.ts';

/** A Job apart from its links, which each read may renew, and from what its cost has settled to (freedoms F004, F077). */
function steady(job: JsonObject): JsonObject {
  const { usage: _usage, output: _output, ...rest } = job;
  const items = outputOf(job).map(({ url, url_expires_at: _at, purged_at: purged, ...item }) => ({
    ...item,
    // A file that was purged since has no link any more.
    url: typeof purged === 'string' ? 'string' : typeof url,
  }));
  return Array.isArray(job.output) ? { ...rest, output: items } : rest;
}

const costOf = (job: JsonObject) => partOf(partOf(job, 'usage') ?? {}, 'cost');
const hasUsage = (job: JsonObject) => job.usage !== undefined && job.usage !== null;

/** Whether a cost that was reported is the one that is read now, whatever the version of its price. */
function isSettled(reported: JsonObject | undefined, read: JsonObject | undefined): boolean {
  return (
    reported !== undefined &&
    read?.price_version !== undefined &&
    jsonDifferences({ ...read, price_version: reported.price_version ?? null }, reported).length === 0
  );
}

interface SameJob {
  /** The event, as a finding names it. */
  readonly what: string;
  readonly exchanges: readonly string[];
}

/** States that a Job in an event is the one shown before, apart from its links and from what its cost settles to. */
export function expectSameJob(world: World, shown: JsonObject, data: JsonObject, { what, exchanges }: SameJob): void {
  expectEqualJson(world, steady(shown), steady(data), `the data of ${what}`, { exchanges });
  expectThat(world, hasUsage(data) === hasUsage(shown), {
    expected: hasUsage(shown) ? `usage in the data of ${what}` : `no usage in the data of ${what}`,
    observed: hasUsage(data) ? 'usage' : 'none',
    exchanges,
  });
  // Costs may settle later (freedom F077), what was used may not.
  const unitsOf = (one: JsonObject) => partOf(one, 'usage')?.units ?? null;
  expectEqualJson(world, unitsOf(shown), unitsOf(data), `the units in the data of ${what}`, { exchanges });
}

/** States that an event shows the job as it is read now, apart from its links and from a cost that has settled since. */
export function expectDataOf(world: World, read: SubmittedJob, delivery: Delivery, what = 'the event'): void {
  const data = dataOf(delivery) ?? {};
  const exchanges = [delivery.exchange.id, read.exchange.id];
  expectSameJob(world, read.job, data, { what, exchanges });
  const [reported, settled] = [costOf(data), costOf(read.job)];
  const isRenamed =
    reported?.price_version !== settled?.price_version &&
    reported?.price_version !== undefined &&
    isSettled(reported, settled);
  expectThat(world, !isRenamed, {
    expected: `price_version ${String(settled?.price_version)} in the data of ${what}, as in the read of the same cost`,
    observed: String(reported?.price_version),
    exchanges,
  });
}

/** A usage that has settled since the event is a `Caution` (freedom F077). */
export function noteSettledUsage(world: World, read: SubmittedJob, delivery: Delivery): void {
  const data = dataOf(delivery) ?? {};
  const exchanges = [delivery.exchange.id, read.exchange.id];
  if (hasUsage(data) && jsonDifferences(read.job.usage, data.usage).length > 0)
    caution(world, { expected: 'the same usage in event and read', observed: 'a usage that settled later', exchanges });
}
