import type { ClientWorld, ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import type { Finding } from './findings.ts';

/** One question that is put to every SDK; the answer is a cell of the table. */
export interface Probe {
  readonly question: string;
  /** What a cell in bold means. */
  readonly finding: Finding;
  ask(world: ClientWorld): Promise<string>;
}

/** What came of one call within the watched time; `answer` is undefined when the SDK was still at it. */
export interface Heard {
  readonly answer: DriverAnswer | undefined;
  /** When its requests came, in ms from the first. */
  readonly timesMs: readonly number[];
  readonly bodies: readonly string[];
  readonly keys: readonly (string | undefined)[];
  readonly paths: readonly string[];
}

export interface Asked {
  readonly op?: DriverOperation;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  /** Default 12 s. */
  readonly watchedMs?: number;
}

const watchedMs = 12_000;
const chatParams = { model: 'acme/talker', messages: [{ role: 'user', content: 'hello' }] };

/** Lets an SDK do something while its requests are answered so, in order, the last again. */
export async function hear(world: ClientWorld, answers: readonly ScriptedAnswer[], asked: Asked = {}): Promise<Heard> {
  const { op = 'chat', params = {}, idempotencyKey } = asked;
  const from = world.requests().length;
  world.answer(({ number }) => answers[Math.min(number - from, answers.length) - 1] ?? {});
  const options = {
    limitMs: asked.watchedMs ?? watchedMs,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
  const answer = await world.call(op, { ...chatParams, ...params }, options).catch((error: unknown) => {
    if (/gave no answer/.test(String(error))) return undefined;
    throw error;
  });
  const exchanges = world.requests().slice(from);
  const firstMs = exchanges[0]?.exchange.request.atMs ?? 0;
  const header = (name: string) => (one: (typeof exchanges)[number]) =>
    one.exchange.request.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  return {
    answer,
    timesMs: exchanges.map(({ exchange }) => exchange.request.atMs - firstMs),
    bodies: exchanges.map(({ exchange }) => Buffer.from(exchange.request.body).toString()),
    keys: exchanges.map(header('idempotency-key')),
    paths: exchanges.map(({ path }) => path),
  };
}

/** How often it sent: `no retry`, `2 retries`, `still trying after 12 s`. */
export function retriesIn({ answer, timesMs }: Heard): string {
  const count = timesMs.length - 1;
  if (answer === undefined) return count === 0 ? 'waits' : `still trying after ${watchedMs / 1000} s`;
  return count === 0 ? 'no retry' : `${count} ${count === 1 ? 'retry' : 'retries'}`;
}

/** The cell of an SDK that still works on what is over. */
export const nothingYet = `**nothing after ${watchedMs / 1000} s**`;

/** What the caller gets: the code of a failure, or what passes for a success. */
export function toldIn({ answer }: Heard): string {
  if (answer === undefined) return nothingYet;
  if (!answer.ok)
    return answer.error.code === undefined ? 'fails, without the code' : `fails with \`${answer.error.code}\``;
  return answer.result.complete === false ? 'ends, marked as incomplete' : '**reports success**';
}
