import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, remembering, together } from '../change.ts';
import { idempotencyKeyOf } from '../requests/seen.ts';
import { afterwards } from './exchanges.ts';

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

/** Gives a change a history of its own; every answer is added once it has gone out. */
export const withHistory = (make: (history: KeyHistory) => Change): Change =>
  remembering(() => {
    const history = new KeyHistory();
    const noting = afterwards('', (request, answer) => void history.add(request, answer));
    return together(make(history), noting);
  });
