import type { Candidate } from '@gateproof/simulator/behaviour';
import { type Change, decide, remembering, together } from '../change.ts';
import { isObject, type JsonObject } from '../requests/seen.ts';
import { callEndpoint } from './call-endpoint.ts';
import { afterwards } from './exchanges.ts';

type Moment = 'attempt' | 'served' | 'broken';
const moments: Readonly<Record<Moment, string>> = {
  attempt: 'together with each attempt',
  served: 'once one has served',
  broken: 'once a stream broke off, for nothing',
};

/** What is known of the endpoints of a request: those that may be tried, which of them is, and what it was sent. */
interface Tries {
  readonly candidates: readonly Candidate[];
  readonly place: number;
  readonly sent: JsonObject;
}

/** Calls one more endpoint, `place` counting the one that is tried from 0, and throws its answer away. */
export function callAlso(
  moment: Moment,
  words: string,
  placeOf: (place: number) => number | undefined = (place) => place + 1,
): Change {
  return remembering(() => {
    const tries = new Map<unknown, Tries>();
    const call = (now: Moment, requestedModel: unknown) => {
      const own = now === moment ? tries.get(requestedModel) : undefined;
      const extra = own?.candidates[placeOf(own.place) ?? Number.NaN];
      if (extra !== undefined) callEndpoint(extra.endpoint.url, { ...own?.sent, model: extra.model.id });
    };
    const attempting = decide('routing', `calls ${words} ${moments[moment]}`, ({ candidates, upstreamBody }) => ({
      candidates(models, account, body) {
        const present = candidates(models, account, body);
        tries.set(body.model, { candidates: present, place: -1, sent: body });
        return present;
      },
      upstreamBody(body, model, serviceField) {
        const sent = upstreamBody(body, model, serviceField);
        const own = tries.get(body.model);
        if (own !== undefined) tries.set(body.model, { ...own, place: own.place + 1, sent });
        call('attempt', body.model);
        return sent;
      },
    }));
    const served = afterwards('', ({ route, body }, answer) => {
      // Streams have no answer of JSON.
      const isServed = route === 'chat' && (answer?.status ?? 200) === 200;
      if (isServed && isObject(body)) call('served', body.model);
    });
    const broken = decide('streaming', '', ({ failure }) => ({
      failure(error, identity, cause) {
        call('broken', identity.requestedModel);
        return failure(error, identity, cause);
      },
    }));
    return together(attempting, served, broken);
  });
}
