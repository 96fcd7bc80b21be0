import type { Candidate } from '@gateproof/simulator/behaviour';
import { type Change, decide, remembering, together } from '../change.ts';
import { isFinish } from '../edits/is-finish.ts';
import type { JsonObject } from '../requests/seen.ts';
import { callEndpoint } from './call-endpoint.ts';

type Moment = 'attempt' | 'served' | 'broken';
const moments: Readonly<Record<Moment, string>> = {
  attempt: 'together with each attempt',
  served: 'once one has served',
  broken: 'once a stream broke off, for nothing',
};

/** What is known of the endpoints of a request: those that may be tried, which of them is, and what it was sent. */
interface Tries {
  readonly candidates: readonly Candidate[];
  place: number;
  sent: JsonObject;
}

/** Calls one more endpoint, `place` counting the one that is tried from 0, and throws its answer away. */
export function callAlso(
  moment: Moment,
  words: string,
  placeOf: (place: number) => number | undefined = (place) => place + 1,
): Change {
  return remembering(() => {
    const tries = new WeakMap<JsonObject, Tries>();
    const calling = (now: Moment, asked: JsonObject) => {
      const own = now === moment ? tries.get(asked) : undefined;
      const extra = own?.candidates[placeOf(own.place) ?? Number.NaN];
      if (extra !== undefined) callEndpoint(extra.endpoint.url, { ...own?.sent, model: extra.model.id });
    };
    const attempting = decide('routing', `calls ${words} ${moments[moment]}`, ({ candidates, upstreamBody }) => ({
      candidates(models, account, body) {
        const present = candidates(models, account, body);
        if (body.messages !== undefined) tries.set(body, { candidates: present, place: -1, sent: body });
        return present;
      },
      upstreamBody(body, model, serviceField) {
        const sent = upstreamBody(body, model, serviceField);
        const own = tries.get(body);
        if (own !== undefined) {
          own.place += 1;
          own.sent = sent;
        }
        calling('attempt', body);
        return sent;
      },
    }));
    const completing = decide('completions', '', ({ completion }) => ({
      completion(served, identity) {
        calling('served', identity.asked);
        return completion(served, identity);
      },
    }));
    const streaming = decide('streaming', '', ({ chunk, failure }) => ({
      chunk(sent, identity, index) {
        if (isFinish(sent)) calling('served', identity.asked);
        return chunk(sent, identity, index);
      },
      failure(error, identity, cause) {
        calling('broken', identity.asked);
        return failure(error, identity, cause);
      },
    }));
    return together(attempting, completing, streaming);
  });
}
