import {
  type Account,
  controlStream,
  type Exchange,
  type Fault,
  isObject,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { pastSilence } from './past-silence.ts';
import { askStream } from './streams.ts';

/** An endpoint that fails in the middle of its stream. */
export interface MidFailure {
  /** Content tokens before it. */
  readonly k: number;
  readonly fault: Fault;
  /** What the endpoint says. Default: words. */
  readonly says?: readonly string[];
}

/**
 * `NotExercised` where the answer is an HTTP error: a gateway that had sent nothing when its endpoint failed, because it holds a stream back
 * until more of it has come, is before the first chunk (streaming rules, 2). `SetupFailed` where it is a whole answer without events.
 */
export function streamHasBegun(exchange: Exchange): void {
  const { response, ending } = exchange;
  if ((response?.status ?? 0) >= 400)
    throw new NotExercised('nothing of the stream had been sent when its endpoint failed');
  if (response !== undefined && ending === 'complete' && response.body.length > 0) controlStream(exchange);
}

/** Faults that act on a stream only: an answer that is none goes well in spite of them. */
const ofStreams: ReadonlySet<Fault['kind']> = new Set([
  'end-after',
  'error-chunk',
  'stall',
  'role-then-die',
  'empty-delta-then-die',
  'tool-call-then-die',
  'gate',
]);

/**
 * `NotArranged` where the model's endpoint was asked for no stream: a gateway may make its client's stream of a whole answer, which can't fail
 * after content.
 */
export function askedForStream(model: Model): void {
  const calls = model.upstreams[0]?.calls() ?? [];
  if (calls.some(({ json }) => !isObject(json) || json.stream !== true))
    throw new NotArranged('the endpoint was not asked for a stream, which alone can fail so');
}

/** As `askedForStream`, for faults that act on nothing else. */
export function faultCouldAct(model: Model, fault: Fault): void {
  if (ofStreams.has(fault.kind)) askedForStream(model);
}

const relayMs = 500;

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
  // What the gateway has of it may be on its way to the client yet.
  await world.pause(relayMs);
  return pastSilence(world, account, pending);
}
