import { addUsd, type OwnRequest, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';

export { isObject, type JsonObject };

export const isChat = ({ route }: SeenRequest): boolean => route === 'chat';
export const isMedia = ({ route }: SeenRequest): boolean => route === 'image' || route === 'transcription';

/** The body of a request, without fields where it is no object. */
export const bodyOf = ({ body }: { readonly body: unknown }): JsonObject => (isObject(body) ? body : {});
export const textOf = ({ rawBody }: SeenRequest): string => Buffer.from(rawBody).toString();

export function idempotencyKeyOf({ headers }: SeenRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

const parts = {
  account: ({ account }: SeenRequest) => account?.id,
  caller: ({ headers }: SeenRequest) => headers.authorization,
  method: ({ method }: SeenRequest) => method,
  route: ({ route }: SeenRequest) => route,
  path: ({ path }: SeenRequest) => path,
  key: idempotencyKeyOf,
  body: textOf,
};

/** What names requests that are alike in these parts; `key` is the Idempotency-Key. */
export const by =
  (...names: readonly (keyof typeof parts)[]) =>
  (request: SeenRequest): string =>
    JSON.stringify(names.map((name) => parts[name](request)));

/** The error of an answer that is one; undefined for others, such as a failed Job, whose `error` is a field. */
export const errorIn = (answer: SentAnswer | undefined): JsonObject | undefined =>
  answer !== undefined && answer.status >= 400 && isObject(answer.body) && isObject(answer.body.error)
    ? answer.body.error
    : undefined;

/** The same request once more, without its Idempotency-Key. */
export function onceMore({ path, headers, body }: SeenRequest): OwnRequest {
  return { method: 'POST', path, headers: { authorization: String(headers.authorization) }, body };
}

/** Charges the account for a generation that nobody asked for. */
export function chargeAgain({ account }: SeenRequest, usd = 0.5): void {
  if (account === undefined) return;
  const id = account.ids.next('gen_');
  account.generations.push({ id, kind: 'chat', model: 'gateproof/echo', chargedUsd: usd, errorCode: null });
  account.creditUsd = addUsd(account.creditUsd, -usd);
}

type Account = SeenRequest['account'];
export const jobsOf = (account: Account) => [...(account?.jobs.values() ?? [])];
export const keysOf = (account: Account) => [...(account?.keys.values() ?? [])];
export const namedId = (path: string): string => decodeURIComponent(/^\/v1\/jobs\/([^/?]*)/.exec(path)?.[1] ?? '');

/** The job that a request to a job's route names, or to this one of them. */
export const namedJob = ({ account, path, route }: SeenRequest, only = route) =>
  route === only ? account?.jobs.get(namedId(path)) : undefined;

/** What a pattern of SQL matches: `_` stands for any character, `%` for any text. */
export function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's');
}

type Counts = { get(thing: unknown): number | undefined; set(thing: unknown, count: number): unknown };

/** A count of its own for each thing, from 1; objects are not kept alive by it. */
export function counting(): (thing?: unknown) => number {
  const [objects, others] = [new WeakMap() as Counts, new Map() as Counts];
  return (thing) => {
    const counts = thing instanceof Object ? objects : others;
    const count = (counts.get(thing) ?? 0) + 1;
    counts.set(thing, count);
    return count;
  };
}

/** Whether a thing has come before; each that is asked about has from then on. */
export function before(countOf = counting()): (thing: unknown) => boolean {
  return (thing) => countOf(thing) > 1;
}

/** True every second time that the condition holds. */
export function alternating<Value>(holds: (value: Value) => boolean): (value: Value) => boolean {
  const count = counting();
  return (value) => holds(value) && count() % 2 === 0;
}

/** Returns `ms` so many times after the first ones, and 0 before and from then on: a run meets what is slow once it has seen much that is prompt. */
export function laterTimes(first: number, times: number, ms: number): () => number {
  const count = counting();
  return () => {
    const place = count() - first;
    return place > 0 && place <= times ? ms : 0;
  };
}

/** Returns `ms` the first few times, and 0 from then on: a run meets what is slow, and does not last much longer for it. */
export const firstTimes = (times: number, ms: number): (() => number) => laterTimes(0, times, ms);
