import {
  type Account,
  addUsd,
  type OwnRequest,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';

export { isObject, type JsonObject };

export const isChat = ({ route }: SeenRequest): boolean => route === 'chat';
export const isMedia = ({ route }: SeenRequest): boolean => route === 'image' || route === 'transcription';
export const isStream = ({ body }: SeenRequest): boolean => isObject(body) && body.stream === true;

/** The error of an answer that is one; undefined for others, such as a failed Job, whose `error` is a field. */
export const errorIn = ({ status, body }: SentAnswer): JsonObject | undefined =>
  status >= 400 && isObject(body) && isObject(body.error) ? body.error : undefined;

/** The same request once more, without its Idempotency-Key. */
export function onceMore({ path, headers, body }: SeenRequest): OwnRequest {
  return { method: 'POST', path, headers: { authorization: String(headers.authorization) }, body };
}

export function idempotencyKeyOf({ headers }: SeenRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** Charges the account for a generation that nobody asked for. */
export function chargeAgain({ account }: SeenRequest, usd = 0.5): void {
  if (account === undefined) return;
  const id = account.ids.next('gen_');
  account.generations.push({ id, kind: 'chat', model: 'gateproof/echo', chargedUsd: usd, errorCode: null });
  account.creditUsd = addUsd(account.creditUsd, -usd);
}

/** The job that a request to a job's route names. */
export const namedJob = ({ account, path }: SeenRequest): ReturnType<Account['jobs']['get']> =>
  account?.jobs.get(namedId(path));

export function namedId(path: string): string {
  return decodeURIComponent(/^\/v1\/jobs\/([^/?]*)/.exec(path)?.[1] ?? '');
}
