import type { Account } from '@gateproof/simulator/behaviour';
import { type Change, remembering, together } from '../change.ts';
import { errorIn } from '../requests/seen.ts';
import { everywhere, requests, type Scope } from '../scopes/requests.ts';
import { afterwards } from './exchanges.ts';
import { refuse } from './refuse.ts';

/** Refuses all requests of an account with the code from the moment on when one of a scope was answered with it. */
export const refuseEverAfter = (code: string, scope: Scope = everywhere): Change =>
  remembering(() => {
    const refused = new WeakSet<Account>();
    const noting = afterwards('', (request, answer) => {
      const isRefused = answer !== undefined && errorIn(answer)?.code === code && scope.covers(request);
      if (isRefused && request.account !== undefined) refused.add(request.account);
    });
    const words = `for good once one ${scope.words} was answered so`;
    const later = requests(words, ({ account }) => account !== undefined && refused.has(account));
    return together(noting, refuse(later, code));
  });
