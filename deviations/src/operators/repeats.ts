import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { onceMore } from '../requests/seen.ts';
import { type Repeat, repeated } from '../scopes/repeats.ts';
import { type Scope, where } from '../scopes/requests.ts';
import { accepted, chargeFor } from './charge.ts';
import { afterwards } from './exchanges.ts';
import { withHistory } from './key-history.ts';
import { refuse } from './refuse.ts';

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

/** Sends requests of a scope, once they are answered, to itself again without their key. */
export const runAgain = (scope: Scope, isMeant: (status: number | undefined) => boolean = () => true): Change =>
  afterwards(`runs requests again ${scope.words}`, (request, answer) =>
    isMeant(answer?.status) && scope.covers(request) ? [onceMore(request)] : [],
  );

/** Charges the account for what comes again and is answered well. */
export const chargeRepeats = (scope: Scope, usd?: number): Change =>
  amongRepeats(scope, (repeats) => chargeFor(repeats, '', accepted, usd));
