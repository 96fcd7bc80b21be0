import type { Candidate } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, remembering, watch } from '../change.ts';
import { isObject, type JsonObject } from '../requests/seen.ts';

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

const next = (place: number): number | undefined => place + 1;

/** Calls one more endpoint, `place` counting the one that is tried from 0, and throws its answer away. */
export function callAlso(moment: Moment, words: string, placeOf = next): Change {
  return remembering(() => {
    const tries = new Map<unknown, Tries>();
    const call = (now: Moment, requestedModel: unknown) => {
      const own = now === moment ? tries.get(requestedModel) : undefined;
      const extra = own?.candidates[placeOf(own.place) ?? Number.NaN];
      if (extra !== undefined) callEndpoint(extra.endpoint.url, { ...own?.sent, model: extra.model.id });
    };
    return [
      watch('routing.candidates', '', (candidates, _models, _account, body) => {
        tries.set(body.model, { candidates, place: -1, sent: body });
      }),
      watch('routing.upstreamBody', '', (sent, { model }) => {
        const own = tries.get(model);
        if (own !== undefined) tries.set(model, { ...own, place: own.place + 1, sent });
        call('attempt', model);
      }),
      afterwards(`calls ${words} ${moments[moment]}`, ({ route, body }, answer) => {
        // Streams have no answer of JSON.
        const isServed = route === 'chat' && (answer?.status ?? 200) === 200;
        if (isServed && isObject(body)) call('served', body.model);
      }),
      watch('streaming.failure', '', (_report, _error, { requestedModel }) => call('broken', requestedModel)),
    ];
  });
}

/** Calls an endpoint beside the work of the gateway; what it answers is thrown away. */
export function callEndpoint(url: string, body: JsonObject, path = '/chat/completions'): void {
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  void fetch(url + path, call)
    .then((sent) => sent.text())
    .catch(() => undefined);
}
