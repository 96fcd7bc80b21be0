import type { KeptAnswer, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, overrule, remembering } from '../change.ts';
import type { Edit } from '../edits/fields.ts';
import { idempotencyKeyOf } from '../requests/seen.ts';
import { type Repeat, repeated } from '../scopes/repeats.ts';
import { type Scope, where } from '../scopes/requests.ts';
import { refuse } from './answers.ts';
import { accepted, chargeFor } from './charge.ts';

const placeOf = (request: SeenRequest, route: string) =>
  JSON.stringify([request.account?.id, route, idempotencyKeyOf(request)]);

/** What the answers to the requests with one Idempotency-Key have been, the first one first; of one account and route. */
export class KeyHistory {
  readonly #answers = new Map<string, readonly (SentAnswer | undefined)[]>();

  /** Those before this request. */
  before(request: SeenRequest, route: string = request.route): readonly (SentAnswer | undefined)[] {
    return this.#answers.get(placeOf(request, route)) ?? [];
  }

  add(request: SeenRequest, answer: SentAnswer | undefined): void {
    if (idempotencyKeyOf(request) !== undefined)
      this.#answers.set(placeOf(request, request.route), [...this.before(request), answer]);
  }
}

/** Gives a change a history of its own; every answer is added once it has gone out. */
export const withHistory = (make: (history: KeyHistory) => Change): Change =>
  remembering((history = new KeyHistory()) => [
    make(history),
    afterwards('', (request, answer) => void history.add(request, answer)),
  ]);

type Make = (repeats: Scope, first: (request: SeenRequest) => SentAnswer | undefined) => Change;

/** A change for the requests of a scope that come again under their Idempotency-Key; `first` returns the first answer. */
export const amongRepeats = (scope: Scope, make: Make, { words, holds }: Repeat = repeated): Change =>
  withHistory((history) =>
    make(
      where(scope, words, (request) => holds(history.before(request), request)),
      (request) => history.before(request)[0],
    ),
  );

/** Refuses what comes again with a code. */
export const refuseRepeats = (scope: Scope, code: string, repeat: Repeat = repeated): Change =>
  amongRepeats(scope, (repeats) => refuse(repeats, code), repeat);

/** Charges the account for what comes again and is answered well. */
export const chargeRepeats = (scope: Scope, usd?: number): Change =>
  amongRepeats(scope, (repeats) => chargeFor(repeats, '', accepted, usd));

const replaying = (words: string, edit: (kept: KeptAnswer) => KeptAnswer) =>
  overrule('idempotency.again', `replays ${words}`, (again, kept) => edit(again(kept)));

/** The first completion, as it is sent to a conversation that comes again. */
export const inReplays = ({ words, change }: Edit): Change =>
  replaying(`completions with ${words}`, (kept) =>
    kept.form === 'stream' ? kept : { ...kept, text: JSON.stringify(change(JSON.parse(kept.text))) },
  );

/** Events one by one, as some of them may be kept together. */
const singly = (events: readonly string[]): readonly string[] => events.join('').split(/(?<=\n\n)/);

/** The events of the first stream, as they are sent again. */
export const inReplayedEvents = (words: string, edit: (events: readonly string[]) => readonly string[]): Change =>
  replaying(`streams ${words}`, (kept) =>
    kept.form === 'json' ? kept : { ...kept, events: edit(singly(kept.events)) },
  );
