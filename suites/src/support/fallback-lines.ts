import {
  type Account,
  type Exchange,
  expectServed,
  expectThat,
  type Fault,
  type Model,
  script,
  type World,
} from '@gateproof/harness';
import { askWithFallbacks, models, serving } from './fallbacks.ts';
import { failing, mediaModel } from './held-jobs.ts';
import { isFinalJob, type MediaRoute, readUntil, submitJob } from './media-jobs.ts';

/** What is asked of a line of models: a reply, a stream, or a job. */
export type LineKind = 'chat' | 'stream' | MediaRoute;

/** A requested model and its fallback models: so many fail before one serves; the rest would serve too. */
export interface Line {
  readonly kind: LineKind;
  readonly count: number;
  readonly failing: number;
  readonly fault: Fault;
}

/** Makes the models, asks the first with the others as its list, and states that the request was served. */
export async function serveLine(world: World, account: Account, line: Line) {
  const { kind, count, failing: failed, fault } = line;
  const faults = Array.from({ length: count }, (_, index) => (index < failed ? fault : undefined));
  if (kind === 'chat' || kind === 'stream') {
    const all = await models(
      account,
      faults.map((one, index) => serving(index, one)),
    );
    const exchange = await askWithFallbacks(account.key, all, { stream: kind === 'stream' });
    expectServed(world, exchange);
    return { all, exchange };
  }
  const all: Model[] = [];
  for (const one of faults) all.push(await mediaModel(account, kind, [one === undefined ? script() : failing(one)]));
  return { all, exchange: await runJob(world, account, all) };
}

async function runJob(world: World, account: Account, all: readonly Model[]): Promise<Exchange> {
  const [first, ...others] = all as readonly [Model, ...Model[]];
  const list = others.length === 0 ? {} : { models: others.map(({ id }) => id) };
  const { id, exchange } = await submitJob(account.key, first, list);
  const seen = await readUntil(world, account.key, id, isFinalJob);
  expectThat(world, seen?.job.state === 'succeeded', {
    expected: 'a job that a model of its list can run to succeed',
    observed: `state ${String(seen?.job.state ?? 'not final')}`,
    exchanges: [exchange.id],
  });
  return exchange;
}

/** The places of the models that were asked, in the order in which they first were. */
export function placesAsked(all: readonly Model[]): readonly number[] {
  const calls = all.flatMap(({ upstreams }, index) =>
    upstreams.flatMap((upstream) => upstream.calls().map((call) => ({ index, call }))),
  );
  calls.sort((one, other) => one.call.startedAtMs - other.call.startedAtMs || one.index - other.index);
  return [...new Set(calls.map(({ index }) => index))];
}
