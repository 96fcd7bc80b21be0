import {
  type CallClient,
  type ClientCallOptions,
  type ClientRequest,
  type ClientWorld,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { unlessSilent } from './at-once.ts';
import { answerAside, type Operation } from './operations.ts';
import { refusalAtOnce } from './replies.ts';

/** A call, with which requests are its own and how they are answered. */
export interface AnyCall {
  readonly operation: Pick<Operation, 'op' | 'params' | 'path'>;
  readonly options?: ClientCallOptions;
  owns(request: ClientRequest): boolean;
  answer(request: ClientRequest, nth: number): ScriptedAnswer;
}

/** Where a call stands among others of its client. */
export const circumstances = {
  alone: 'as the first call of a client',
  second: 'as the second call of a client',
  beside: 'beside another call of its client',
  later: 'after a call that was sent again',
  laterBeside: 'after a call that was sent again, beside another call of its client',
} as const;
export type Circumstance = keyof typeof circumstances;

/** What came of a call. */
export interface Came {
  readonly circumstance: Circumstance;
  readonly answer: DriverAnswer | undefined;
  readonly requests: readonly ClientRequest[];
}

/** A client that sends its calls one after the other is answered after so long. */
const patienceMs = 1_500;
/** So long another call is kept waiting beside one that has sent a request. */
const besideMs = 10_000;
const limitMs = 50_000;

/** Answers the requests of several calls, each as its own call says. */
class Calls {
  readonly #world: ClientWorld;
  readonly #requests = new Map<AnyCall, ClientRequest[]>();

  constructor(world: ClientWorld, calls: readonly AnyCall[], hold: (call: AnyCall, nth: number) => Promise<unknown>) {
    this.#world = world;
    world.answer((request) => {
      const call = calls.find((one) => one.owns(request));
      const asides = (call === undefined ? calls : [call]).map(({ operation }) => answerAside(operation, request));
      const aside = asides.find((one) => one !== undefined);
      if (call === undefined || aside !== undefined) return aside ?? { status: 404, body: {} };
      const own = this.requestsOf(call);
      this.#requests.set(call, [...own, request]);
      return { ...call.answer(request, own.length + 1), after: hold(call, own.length + 1) };
    });
  }

  requestsOf = (call: AnyCall): readonly ClientRequest[] => this.#requests.get(call) ?? [];

  /** `waitMs`: so long the call may wait before it is sent. */
  ask(ask: CallClient, { operation: { op, params }, options }: AnyCall, key: 'first' | 'second', waitMs = 0) {
    if (!this.#world.supports(op)) throw new NotExercised(`the driver does not support ${op}`);
    const inTimeMs = (options?.limitMs ?? limitMs) + waitMs;
    return ask(op, params, { key, ...options, limitMs: inTimeMs }).catch(unlessSilent);
  }
}

async function doAlone(world: ClientWorld, ask: CallClient, call: AnyCall, key: 'first' | 'second' = 'first') {
  const calls = new Calls(world, [call], async () => undefined);
  const answer = await calls.ask(ask, call, key);
  return { answer, requests: calls.requestsOf(call) };
}

/** The other call is under way from before the first answer until the call has ended; it begins after the call, or before. */
async function doBeside(
  world: ClientWorld,
  ask: CallClient,
  call: AnyCall,
  other: AnyCall,
  {
    isOtherFirst = false,
    otherKey = 'first',
  }: { readonly isOtherFirst?: boolean; readonly otherKey?: 'first' | 'second' } = {},
) {
  const [hasCome, hasEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const besideNoCall = async () => {
    await world.pause(patienceMs);
    if (calls.requestsOf(call).length > 0) await world.pause(besideMs - patienceMs);
  };
  const calls: Calls = new Calls(world, [call, other], async (one, nth) => {
    if (one === other) {
      hasCome.resolve();
      await Promise.race([hasEnded.promise, besideNoCall()]);
    } else if (nth === 1) await Promise.race([hasCome.promise, world.pause(patienceMs)]);
  });
  // A client may send its calls one after the other.
  const begin = (one: AnyCall) => calls.ask(ask, one, one === other ? otherKey : 'first', besideMs + patienceMs);
  const early = isOtherFirst ? begin(other) : undefined;
  if (isOtherFirst) await Promise.race([hasCome.promise, world.pause(patienceMs)]);
  const heard = begin(call);
  const beside = early ?? begin(other);
  const answer = await heard;
  hasEnded.resolve();
  await beside;
  return { answer, requests: calls.requestsOf(call) };
}

/** The same call, its first request refused for a moment. */
const retried = (call: AnyCall): AnyCall => ({
  ...call,
  answer: (request, nth) => (nth === 1 ? refusalAtOnce('snapshot_expired') : call.answer(request, nth - 1)),
});

/** Calls that are served: the first of a client, one beside, and one that is sent again before. */
export interface Company {
  readonly plain: AnyCall;
  readonly other: AnyCall;
  readonly again: AnyCall;
}

/**
 * The same call alone, by a client of another key; then as the second call of one client, beside another where the driver can, of `otherKey` (default: the same);
 * then after one that was sent again, unless the call itself is.
 */
export function inAllCircumstances(
  world: ClientWorld,
  call: AnyCall,
  { plain, other, again }: Company,
  {
    isSentAgain = false,
    otherKey = 'first',
  }: { readonly isSentAgain?: boolean; readonly otherKey?: 'first' | 'second' } = {},
): Promise<{ readonly alone: Came; readonly others: readonly Came[] }> {
  return world.onOneClient(async (ask) => {
    const alone: Came = { circumstance: 'alone', ...(await doAlone(world, ask, call, 'second')) };
    if (alone.requests.length === 0 && call.operation.op !== 'verify_webhook')
      throw new NotExercised('the client refused and sent no request');
    // A client may read a stream to the end of its connection.
    if (alone.answer === undefined && call.options?.limitMs !== undefined)
      throw new NotExercised('the client gives no answer in time to its first call either');
    await doAlone(world, ask, plain);
    const areTwo = world.takes('concurrent');
    const second: Came = areTwo
      ? { circumstance: 'beside', ...(await doBeside(world, ask, call, other, { otherKey })) }
      : { circumstance: 'second', ...(await doAlone(world, ask, call)) };
    if (isSentAgain) return { alone, others: [second] };
    await doAlone(world, ask, retried(again));
    const later: Came = areTwo
      ? { circumstance: 'laterBeside', ...(await doBeside(world, ask, call, other, { isOtherFirst: true })) }
      : { circumstance: 'later', ...(await doAlone(world, ask, call)) };
    return { alone, others: [second, later] };
  });
}

/** What a caller hears, without the words of an error, which may be the client's own, and without the order of a list. */
export function heardOf(answer: DriverAnswer | undefined): unknown {
  if (answer === undefined) return 'no answer in time';
  if (!answer.ok) {
    const { code, kind, status, request_id } = answer.error as Readonly<Record<string, unknown>>;
    return { error: { code, kind, status, request_id } };
  }
  const { ids, ...result } = answer.result;
  return { result: Array.isArray(ids) ? { ...result, ids: ids.toSorted() } : result };
}
