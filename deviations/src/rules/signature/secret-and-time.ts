import type { Attempt } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { type Change, decide, rows } from '../../change.ts';
import { seconds, signWith, writeTime } from '../../operators/signing.ts';
import { about, endpointsOf, retries } from '../../scopes/deliveries.ts';

const firstSecrets = (own: readonly string[], { finished }: Attempt): readonly string[] =>
  endpointsOf(finished.account)[0]?.secrets.slice(0, 2) ?? own;

/** The secret of an endpoint that is added; `present`: those of the account's endpoints. */
const makeSecrets = (words: string, make: (fresh: string, present: readonly string[]) => string): Change =>
  decide('webhooks', `makes secrets ${words}`, {
    firstSecret(fresh, account) {
      const present = endpointsOf(account).map(({ secrets }) => secrets.at(-1) ?? fresh);
      return make(fresh, present);
    },
  });

/** Whose secret signs. */
export const signatureSecrets = rows('signature.secret', {
  'own-endpoint': signWith("the first endpoint's secrets", firstSecrets),
  'own-endpoint:retry': signWith("the first endpoint's secrets", firstSecrets, retries),
  'own-endpoint:third': signWith("the second endpoint's secrets for the third", (own, { finished, endpoint }) => {
    const [, second, third] = endpointsOf(finished.account);
    return third?.id === endpoint.id ? (second?.secrets ?? []) : own;
  }),
  'per-endpoint': makeSecrets('shared by the endpoints of an account', (fresh, [first]) => first ?? fresh),
  'per-endpoint:third': makeSecrets('shared by the second and third endpoint', (fresh, [, second, third]) =>
    third === undefined ? (second ?? fresh) : fresh,
  ),
  'per-endpoint:accounts': makeSecrets('shared by accounts', (_fresh, { length }) => `whsec_number_${length}`),
  shown: makeSecrets('with a blank', (fresh) => `${fresh.slice(0, 8)} ${fresh.slice(8)}`),
});

/** The time that is signed. */
export const signatureTimes = rows('signature.time', {
  'of-sending': writeTime('an hour late', ({ atMs }) => seconds(atMs - hourMs)),
  'of-sending:canceled': writeTime('an hour late', ({ atMs }) => seconds(atMs - hourMs), about('canceled')),
  'of-sending:six-minutes': writeTime('six minutes late', ({ atMs }) => seconds(atMs - hourMs / 10)),
  'of-sending:ahead': writeTime('six minutes early', ({ atMs }) => seconds(atMs + hourMs / 10)),
  'of-sending:minute': writeTime('as the full hour before', ({ atMs }) => seconds(atMs - (atMs % hourMs) - hourMs)),
  'of-sending:submission': writeTime('as of the submission', ({ finished }) => seconds(finished.job.createdAtMs)),
  'fresh-on-retry': writeTime('as of the first attempt', ({ firstAtMs }) => seconds(firstAtMs)),
  'fresh-on-retry:halfway': writeTime('halfway to the first', ({ atMs, firstAtMs }) => seconds((atMs + firstAtMs) / 2)),
  'fresh-on-retry:capped': writeTime('as of the first attempt for fifty minutes', ({ atMs, firstAtMs }) =>
    seconds(atMs - firstAtMs < 3_000_000 ? firstAtMs : atMs),
  ),
});
