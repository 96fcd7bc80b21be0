import {
  type ClientCallOptions,
  type ClientRequest,
  type ClientWorld,
  DriverSilent,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { reportOf } from './expectations.ts';
import { answerAside, type Operation } from './operations.ts';

/** Words that name calls at the same time, in what they ask for and in what they are answered. */
export const words = ['alpha', 'bravo', 'carol', 'delta'] as const;

/** One of several calls at the same time. Its requests are those whose path or body holds its word. */
export interface NamedCall {
  readonly word: string;
  readonly operation: Pick<Operation, 'op' | 'params' | 'path'>;
  /** Of its requests in order, the last again. */
  readonly answers: readonly ScriptedAnswer[];
  /** Of a read that the client does besides. */
  readonly aside?: ScriptedAnswer;
  readonly options?: ClientCallOptions;
}

/** What came of one of several calls. */
export interface Outcome {
  readonly word: string;
  /** Undefined: none came in time. */
  readonly answer: DriverAnswer | undefined;
  readonly requests: readonly ClientRequest[];
}

/** A client that sends its calls one after the other is answered after so long. */
const patienceMs = 1_500;
/** Between two answers. */
const staggerMs = 15;
const limitMs = 50_000;

/** Lets the first requests of calls wait for one another. */
class Meeting {
  readonly #world: ClientWorld;
  readonly #count: number;
  readonly #onceMet: () => unknown;
  readonly #complete = Promise.withResolvers<unknown>();
  #waiting = 0;
  #most = 0;

  constructor(world: ClientWorld, count: number, onceMet: () => unknown) {
    this.#world = world;
    this.#count = count;
    this.#onceMet = onceMet;
  }

  async join(): Promise<void> {
    this.#waiting += 1;
    this.#most = Math.max(this.#most, this.#waiting);
    if (this.#waiting === this.#count) this.#complete.resolve(this.#onceMet());
    await Promise.race([this.#complete.promise, this.#world.pause(patienceMs)]);
    this.#waiting -= 1;
  }

  requireTwo(): void {
    if (this.#most < 2) throw new NotExercised('the client sends its calls one after the other');
  }
}

/**
 * Lets one client do all calls at the same time: each one's first request is answered once all have come, the last first. Throws `NotExercised` when no
 * two requests were ever under way together. What `onceMet` returns is waited for before the answers.
 */
export async function callAtOnce(
  world: ClientWorld,
  calls: readonly NamedCall[],
  onceMet: () => unknown = () => undefined,
): Promise<readonly Outcome[]> {
  world.needs('concurrent');
  const meeting = new Meeting(world, calls.length, onceMet);
  const requests = new Map<NamedCall, ClientRequest[]>(calls.map((call) => [call, []]));
  world.answer((request) => {
    const call = calls.find((one) => isOf(one, request));
    const aside = call === undefined ? undefined : answerAside(call.operation, request);
    if (call === undefined) return asideOf(calls, request);
    if (aside !== undefined) return call.aside ?? aside;
    const own = requests.get(call) ?? [];
    own.push(request);
    const answer = call.answers[Math.min(own.length, call.answers.length) - 1] ?? { status: 500 };
    const turnMs = (calls.length - calls.indexOf(call)) * staggerMs;
    return own.length > 1 ? answer : { ...answer, after: meeting.join(), afterMs: turnMs };
  });
  const answers = await world.onOneClient((ask) =>
    Promise.all(
      calls.map(({ operation: { op, params }, options }) =>
        ask(op, params, { limitMs, ...options }).catch(unlessSilent),
      ),
    ),
  );
  meeting.requireTwo();
  return calls.map((call, place) => ({
    word: call.word,
    answer: answers[place],
    requests: requests.get(call) ?? [],
  }));
}

/** Lets the client do a call while it has no other one under way: what it does then is no matter of calls at the same time. */
export async function callAlone(world: ClientWorld, call: NamedCall): Promise<Outcome> {
  const requests: ClientRequest[] = [];
  world.answer((request) => {
    const aside = answerAside(call.operation, request);
    if (aside !== undefined) return call.aside ?? aside;
    requests.push(request);
    return call.answers[Math.min(requests.length, call.answers.length) - 1] ?? { status: 500 };
  });
  const { op, params } = call.operation;
  const answer = await world.call(op, params, { limitMs, ...call.options }).catch(unlessSilent);
  return { word: call.word, answer, requests };
}

/** Whether a request belongs to the call. */
export function isOf({ word }: Pick<NamedCall, 'word'>, { path, exchange }: ClientRequest): boolean {
  return path.includes(word) || Buffer.from(exchange.request.body).includes(word);
}

function asideOf(calls: readonly NamedCall[], request: ClientRequest): ScriptedAnswer {
  const answers = calls.map(({ operation }) => answerAside(operation, request));
  return answers.find((answer) => answer !== undefined) ?? { status: 404, body: {} };
}

/** Silence of a client is an outcome of its call. */
export function unlessSilent(error: unknown): undefined {
  if (!(error instanceof DriverSilent)) throw error;
}

/** What the driver said, for a report. */
export const outcomeText = (answer: DriverAnswer | undefined): string =>
  answer === undefined ? 'no answer in time' : reportOf(answer);
