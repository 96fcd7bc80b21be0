import { type Account, type Exchange, type Fault, type Model, NotArranged, type World } from '@gateproof/harness';
import { askStream } from './streams.ts';

/** An endpoint that fails in the middle of its stream. */
export interface MidFailure {
  /** Content tokens before it. */
  readonly k: number;
  readonly fault: Fault;
  /** What the endpoint says. Default: words. */
  readonly says?: readonly string[];
}

/** Streams from a model whose first endpoint fails so; a stall is waited out on the account's clock. */
export async function askFailing(
  world: World,
  { account, model, failure }: { readonly account: Account; readonly model: Model; readonly failure: MidFailure },
  extra: object = {},
): Promise<Exchange> {
  if (failure.fault.kind !== 'stall') return askStream(account, model, extra);
  if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
  const pending = askStream(account, model, extra);
  const call = await model.upstreams[0]?.call(1);
  await world.until(() => call !== undefined && call.tokensSent >= failure.k, 2_000);
  await account.advance(world.upstreamTimeoutMs + 1_000);
  return pending;
}
