import { type ClientRequest, type ClientWorld, NotExercised, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { unlessSilent } from './at-once.ts';
import { answerAside, type Operation, operations } from './operations.ts';
import { streamOfPieces } from './replies.ts';

/** How long a call that nobody aborts would last. */
const heldMs = 3_000;
/** What came before is read by then. */
const afterArrivalMs = 250;
const limitMs = 20_000;

/** A call that its caller aborts, and what the service does with its request. */
export interface AbortedCall {
  readonly operation: Operation;
  /** Given the end of the time for which it is held. */
  answer(held: Promise<unknown>): ScriptedAnswer;
}

/** Content that an aborted stream has begun with. */
export const begun = ['Once ', 'upon '];
const beginning = streamOfPieces(begun).slice(0, begun.length + 1);

/** Calls that are aborted before their answer is whole. */
export const abortedCalls: Readonly<Record<string, AbortedCall>> = {
  'a chat without an answer': {
    operation: operations.chat,
    answer: (held) => ({ ...operations.chat.served, after: held }),
  },
  'a stream without an answer': {
    operation: operations.chat_stream,
    answer: (held) => ({ ...operations.chat_stream.served, after: held }),
  },
  'a stream that has begun': {
    operation: operations.chat_stream,
    answer: () => ({ events: [...beginning, ': held\n\n'], ending: 'hold', holdMs: heldMs }),
  },
};

/** What came of a call that was aborted. */
export interface Abort {
  /** Undefined: none in time. */
  readonly answer: DriverAnswer | undefined;
  readonly request: ClientRequest;
  /** Requests of the call since it was aborted, so far. */
  later(): readonly ClientRequest[];
}

/** Lets the client begin a call and its caller abort it. Throws `NotExercised` when the client sends no request. */
export async function abortCall(
  world: ClientWorld,
  { operation, answer }: AbortedCall,
  call: ClientWorld['call'] = world.call,
): Promise<Abort> {
  const { promise: arrived, resolve } = Promise.withResolvers<ClientRequest>();
  const own: ClientRequest[] = [];
  world.answer((request) => {
    const aside = answerAside(operation, request);
    if (aside !== undefined) return aside;
    own.push(request);
    resolve(request);
    return answer(world.pause(heldMs));
  });
  const abort = new AbortController();
  const ended = call(operation.op, operation.params, { limitMs, signal: abort.signal }).catch(unlessSilent);
  const request = await Promise.race([arrived, ended.then(() => undefined)]);
  if (request === undefined) throw new NotExercised('the call ended before it could be aborted');
  await world.pause(afterArrivalMs);
  const before = own.length;
  abort.abort();
  return { answer: await ended, request, later: () => own.slice(before) };
}
