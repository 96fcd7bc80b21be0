import {
  type Account,
  addUsd,
  type Behaviour,
  GatewayError,
  type OwnRequest,
  patch,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';

export { isObject, type JsonObject };

type Apply = (behaviour: Behaviour) => Behaviour;

export const isChat = ({ route }: SeenRequest): boolean => route === 'chat';
export const isMedia = ({ route }: SeenRequest): boolean => route === 'image' || route === 'transcription';
export const isStream = ({ body }: SeenRequest): boolean => isObject(body) && body.stream === true;

/** The error of an answer that is one; undefined for others, such as a failed Job, whose `error` is a field. */
export function errorIn({ status, body }: SentAnswer): JsonObject | undefined {
  return status >= 400 && isObject(body) && isObject(body.error) ? body.error : undefined;
}

/** Changes answers of JSON as they go out. */
export function answering(change: (answer: SentAnswer, request: SeenRequest) => SentAnswer): Apply {
  return patch('exchanges', ({ answer }) => ({
    answer: (present, request) => change(answer(present, request), request),
  }));
}

/** Changes the bodies of answers that are objects. */
export function answeringBody(change: (body: JsonObject, request: SeenRequest, status: number) => JsonObject): Apply {
  return answering((answer, request) =>
    isObject(answer.body) ? { ...answer, body: change(answer.body, request, answer.status) } : answer,
  );
}

/** Refuses requests with a code before anything else looks at them. */
export function refusing(when: (request: SeenRequest) => boolean, code: string, message = 'This is refused.'): Apply {
  return patch('exchanges', ({ refusal }) => ({
    refusal: (request) =>
      refusal(request) ?? (when(request) ? new GatewayError(code, message, { scope: 'request' }) : undefined),
  }));
}

/** Answers an error under another status and code. */
export function answeringError(
  when: (answer: SentAnswer, request: SeenRequest) => boolean,
  status: number,
  code: string,
): Apply {
  return answering((answer, request) => {
    const error = errorIn(answer);
    if (error === undefined || !when(answer, request)) return answer;
    return { ...answer, status, body: { error: { ...error, code } } };
  });
}

/** Makes further requests to itself once a request has been answered. */
export function besides(
  requests: (request: SeenRequest, answer: SentAnswer | undefined) => readonly OwnRequest[],
): Apply {
  return patch('exchanges', ({ besides: present }) => ({
    besides: (request, answer) => [...present(request, answer), ...requests(request, answer)],
  }));
}

/** The same request once more, without its Idempotency-Key. */
export function onceMore({ path, headers, body }: SeenRequest): OwnRequest {
  return { method: 'POST', path, headers: { authorization: String(headers.authorization) }, body };
}

export function idempotencyKeyOf({ headers }: SeenRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** What the answers to the requests with one Idempotency-Key have been, the first one first; of one account and route. */
export class KeyHistory {
  readonly #answers = new Map<string, (SentAnswer | undefined)[]>();

  #of(request: SeenRequest, route: string): string | undefined {
    const key = idempotencyKeyOf(request);
    return key === undefined ? undefined : JSON.stringify([request.account?.id, route, key]);
  }

  /** Those before this request. */
  before(request: SeenRequest, route: string = request.route): readonly (SentAnswer | undefined)[] {
    const id = this.#of(request, route);
    return id === undefined ? [] : (this.#answers.get(id) ?? []);
  }

  add(request: SeenRequest, answer: SentAnswer | undefined): void {
    const id = this.#of(request, request.route);
    if (id !== undefined) this.#answers.set(id, [...(this.#answers.get(id) ?? []), answer]);
  }
}

/** Gives a deviation a history of its own; every answer is added once it has gone out. */
export function withHistory(apply: (history: KeyHistory) => Apply): Apply {
  return (behaviour) => {
    const history = new KeyHistory();
    const noted = besides((request, answer) => {
      history.add(request, answer);
      return [];
    });
    return noted(apply(history)(behaviour));
  };
}

/** Charges the account for a generation that nobody asked for. */
export function chargeAgain({ account }: SeenRequest, usd = 0.5): void {
  if (account === undefined) return;
  const id = account.ids.next('gen_');
  account.generations.push({ id, kind: 'chat', model: 'gateproof/echo', chargedUsd: usd, errorCode: null });
  account.creditUsd = addUsd(account.creditUsd, -usd);
}

/** The job that a request to a job's route names. */
export function namedJob({ account, path }: SeenRequest): ReturnType<Account['jobs']['get']> {
  return account?.jobs.get(namedId(path));
}

export function namedId(path: string): string {
  return decodeURIComponent(/^\/v1\/jobs\/([^/?]*)/.exec(path)?.[1] ?? '');
}
