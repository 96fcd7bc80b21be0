import {
  type Account,
  controlServed,
  controlThat,
  describeAnswer,
  type Exchange,
  expectThat,
  type Key,
  type Model,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';
import { submitJob, untilFinal } from './media-jobs.ts';

/** How the requests were to be refused: under which status of those, and by which rule. Default: any error, and no rule in particular. */
interface Refusal {
  readonly status?: number | readonly number[];
  readonly rule?: string;
  /** How many requests the model had served already. Default 0. */
  readonly servedBefore?: number;
}

/**
 * States that refused requests reached none of the model's upstreams. A request that is served afterwards proves that they
 * would have been seen, and that nothing is still on its way. One that was not refused as it was to be is `SetupFailed`, blocked by its rule.
 */
export async function expectNoUpstreamCall(
  world: World,
  served: { readonly key: Key; readonly model: Model },
  refused: readonly Exchange[],
  { servedBefore = 0, ...refusal }: Refusal = {},
): Promise<void> {
  for (const exchange of refused) controlRefusedAs(exchange, refusal);
  controlServed(await served.key.chat({ model: served.model.id, messages: hello }));
  const calls = served.model.upstreams.flatMap((upstream) => upstream.calls());
  controlThat(calls.length > 0, 'the control was served without a call to our upstream', 'chat.response.json');
  const wanted = servedBefore + 1;
  expectThat(world, calls.length === wanted, {
    expected: `only the requests that were served to reach the upstream (${wanted}), not the ${refused.length} refused`,
    observed: `${calls.length} calls`,
    exchanges: refused.map(({ id }) => id),
  });
}

/**
 * States that a submission of a job that was refused runs nothing. A job that runs afterwards proves that its work would have been seen, and that none is
 * still on its way.
 */
export async function expectNoJobRun(
  world: World,
  { account, model }: { readonly account: Account; readonly model: Model },
  refused: Exchange,
  refusal: Pick<Refusal, 'status' | 'rule'>,
): Promise<void> {
  controlRefusedAs(refused, refusal);
  const { id } = await submitJob(account.key, model);
  await untilFinal(world, account.key, id, 'job.outcome.succeeded');
  const calls = model.upstreams.flatMap((upstream) => upstream.calls()).length;
  controlThat(calls > 0, 'the control ran without a call to our upstream', 'media.create.runs');
  expectThat(world, calls === 1, {
    expected: 'only the accepted submission to reach the upstream, not the refused one',
    observed: `${calls} calls`,
    exchanges: [refused.id],
  });
}

/** The request was refused under the status; otherwise `SetupFailed`. */
export function controlRefusedAs(exchange: Exchange, { status, rule }: Pick<Refusal, 'status' | 'rule'>): void {
  const came = exchange.response?.status ?? 0;
  if (status === undefined ? came >= 400 : [status].flat().includes(came)) return;
  throw new SetupFailed(`a request that was to be refused was not: ${describeAnswer(exchange)}`, {
    exchanges: [exchange.id],
    ...(rule === undefined ? {} : { prerequisite: rule }),
  });
}
