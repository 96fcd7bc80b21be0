import {
  type Account,
  controlServed,
  controlThat,
  type Exchange,
  type Fault,
  type Model,
  script,
  type World,
} from '@gateproof/harness';
import { askWithFallbacks, models, replacedRule, serving } from './fallbacks.ts';
import { failing, mediaModel } from './held-jobs.ts';
import { isFinalJob, type MediaRoute, readUntil, submitJob } from './media-jobs.ts';

/** What a fallback chain is asked for: a reply, a stream, or a job. */
export type ChainKind = 'chat' | 'stream' | MediaRoute;

/** A requested model and its fallback models: so many fail before one serves; the rest would serve too. */
export interface FallbackChain {
  readonly kind: ChainKind;
  readonly count: number;
  readonly failing: number;
  readonly fault: Fault;
}

/** A fallback chain that has been asked. */
export interface AskedChain {
  readonly all: readonly Model[];
  readonly exchange: Exchange;
  /** The request was served; otherwise `SetupFailed`, blocked by the rule that says that such a model is replaced. */
  controlServed(): void;
}

/** Makes the models, asks the first with the others as its list, and follows a job until it is final. */
export async function askChain(world: World, account: Account, chain: FallbackChain): Promise<AskedChain> {
  const { kind, count, failing: failed, fault } = chain;
  const faults = Array.from({ length: count }, (_, index) => (index < failed ? fault : undefined));
  if (kind === 'chat' || kind === 'stream') {
    const all = await models(
      account,
      faults.map((one, index) => serving(index, one)),
    );
    const exchange = await askWithFallbacks(account.key, all, { stream: kind === 'stream' });
    const prerequisite = failed === 0 ? [] : [replacedRule(fault, kind === 'stream')];
    return { all, exchange, controlServed: () => void controlServed(exchange, ...prerequisite) };
  }
  const all: Model[] = [];
  for (const one of faults) all.push(await mediaModel(account, kind, [one === undefined ? script() : failing(one)]));
  const { exchange, state } = await runJob(world, account, all);
  const prerequisite = failed === 0 ? 'job.outcome.succeeded' : 'fallback.media.served';
  const served = () => controlThat(state === 'succeeded', `the job came to ${String(state)}`, prerequisite);
  return { all, exchange, controlServed: served };
}

async function runJob(world: World, account: Account, all: readonly Model[]) {
  const [first, ...others] = all as readonly [Model, ...Model[]];
  const list = others.length === 0 ? {} : { models: others.map(({ id }) => id) };
  const { id, exchange } = await submitJob(account.key, first, list);
  const seen = await readUntil(world, account.key, id, isFinalJob);
  return { exchange, state: seen?.job.state };
}

/** The places of the models that were asked, in the order in which they first were. */
export function placesAsked(all: readonly Model[]): readonly number[] {
  const calls = all.flatMap(({ upstreams }, index) =>
    upstreams.flatMap((upstream) => upstream.calls().map((call) => ({ index, call }))),
  );
  calls.sort((one, other) => one.call.startedAtMs - other.call.startedAtMs || one.index - other.index);
  return [...new Set(calls.map(({ index }) => index))];
}
