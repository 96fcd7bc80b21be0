import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../change.ts';
import { besides, chargeAgain, KeyHistory, onceMore, withHistory } from '../changes/exchange-changes.ts';
import { type Scope, where } from '../scopes.ts';
import { type Repeat, repeated } from '../which-repeats.ts';
import { refuse } from './refuse.ts';

type Make = (repeats: Scope, first: (request: SeenRequest) => SentAnswer | undefined) => Change;

/** A change for the requests of a scope that come again under their Idempotency-Key; `first` returns the first answer. */
export function amongRepeats(scope: Scope, make: Make, { words, holds }: Repeat = repeated): Change {
  const made = (history: KeyHistory) =>
    make(
      where(scope, words, (request) => holds(history.before(request), request)),
      (request) => history.before(request)[0],
    );
  return {
    summary: made(new KeyHistory()).summary,
    apply: (behaviour) => withHistory((history) => made(history).apply)(behaviour),
  };
}

/** Refuses what comes again with a code. */
export function refuseRepeats(scope: Scope, code: string, repeat: Repeat = repeated): Change {
  return amongRepeats(scope, (repeats) => refuse(repeats, code), repeat);
}

/** Sends requests of a scope, once they are answered, to itself again without their key. */
export function runAgain(scope: Scope, isMeant: (status: number | undefined) => boolean = () => true): Change {
  return change(
    `runs requests again ${scope.words}`,
    besides((request, answer) => (isMeant(answer?.status) && scope.covers(request) ? [onceMore(request)] : [])),
  );
}

/** Charges the account for what comes again and is answered well. */
export function chargeRepeats(scope: Scope, usd?: number): Change {
  return amongRepeats(scope, (repeats) =>
    change(
      `charges again ${repeats.words}`,
      besides((request, answer) => {
        if (answer !== undefined && answer.status < 300 && repeats.covers(request)) chargeAgain(request, usd);
        return [];
      }),
    ),
  );
}
