import type { Account, Attempt, WebhookBehaviour, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { decide, each, overrule, rows } from '../../change.ts';
import { afterRetirement, lapse, retire, rotate, signWith, whenRetired, whenRotated } from '../../operators/secrets.ts';
import { hmac, sign, writeSignature } from '../../operators/signing.ts';
import { counting } from '../../requests/seen.ts';
import { about, deliveries, endpointsOf, fromAttempt, laterEndpoints, retries } from '../../scopes/deliveries.ts';
import { pendingAt, recordsOf, stopPending } from '../../scopes/delivery-log.ts';
import { and } from '../../scopes/requests.ts';

const ends = ['failed', 'canceled'] as const;
type Secrets = readonly string[];
const ofEvent = ([newest = '']: Secrets, { endpoint, secretsThen }: Attempt) =>
  endpoint.secrets.length > 1 ? [...new Set([newest, ...secretsThen.slice(0, 1)])] : [newest];
const all = (_own: Secrets, { endpoint, secretsThen }: Attempt) => [...new Set([...endpoint.secrets, ...secretsThen])];
const longer = (own: Secrets, { secretsThen }: Attempt) => (secretsThen.length > own.length ? secretsThen : own);
const ofAnother = (own: Secrets, { finished, endpoint }: Attempt) => {
  const others = endpointsOf(finished.account).filter(({ id, secrets }) => id !== endpoint.id && secrets.length > 1);
  return others[0]?.secrets.slice(0, 1) ?? own;
};

/** Which secrets there are after rotations and retirements. */
export const rotationSecrets = rows('rotation', {
  'distinct-secret': overrule('webhooks.rotate', 'gives back the previous secret', (rotate, endpoint, fresh, account) =>
    rotate(endpoint, endpoint.secrets[0] ?? fresh, account),
  ),
  'distinct-secret:back': decide('webhooks', 'goes back to the first secret at the second rotation', goBack),
  'distinct-secret:shared': decide('webhooks', 'gives every endpoint the same secrets at its rotations', shareRounds),
  'second.newest-two': rotate('keeps the oldest', ({ secrets }, fresh) => [fresh, ...secrets.slice(-1)]),
  'second.newest-two:retry': signWith('the newest secret and that of the event', ofEvent, retries),
  'retired-secret.absent': retire('none', ({ secrets }) => secrets),
  'retired-secret.absent:newest': retire('the newest', ({ secrets }) => secrets.slice(-1)),
  'retired-secret.absent:revived': afterRetirement('revives the retired one', (old, fresh) => [
    fresh,
    ...old.slice(-1),
  ]),
  'retired-secret.absent-on-retry': signWith('retired secrets too', all, retries),
  ...each('retired-secret.absent-on-retry:*', ends, (of) =>
    signWith('retired secrets too', all, and(retries, about(of))),
  ),
  'retired-secret.absent-on-retry:overlap': signWith('both secrets where both signed then', longer, retries),
  'retired-secret.absent-on-retry:dropped': whenRetired('drops what waits at a retirement', (...of) =>
    stopPending(pendingAt(...of)),
  ),
  'retired-secret.one-signature': retire('and doubles the newest', ({ secrets: [newest = ''] }) => [newest, newest]),
  'other-endpoint.untouched': signWith('the new secret of another endpoint that was rotated', ofAnother),
  'other-endpoint.untouched:rotated': whenRotated('rotates all endpoints', (own, account, fresh) => {
    for (const one of endpointsOf(account))
      if (one !== own) one.secrets = [`${fresh}${one.id}`, ...one.secrets.slice(0, 1)];
  }),
});

function goBack({ rotate: present }: WebhookBehaviour): Partial<WebhookBehaviour> {
  const first = new Map<string, string>();
  return {
    rotate(endpoint, fresh, account) {
      const [newest = ''] = endpoint.secrets;
      const known = first.get(newest);
      if (known !== undefined) return [known, newest];
      first.set(fresh, newest);
      return present(endpoint, fresh, account);
    },
  };
}

function shareRounds(): Partial<WebhookBehaviour> {
  const countOf = counting();
  return {
    rotate: (endpoint) => [`whsec_rotation${countOf(endpoint)}`.padEnd(30, '0'), ...endpoint.secrets.slice(0, 1)],
  };
}

const newest = (own: readonly string[]) => own.slice(0, 1);
const previous = (own: readonly string[]) => own.slice(-1);
const eventsOf = (account: Account) => new Set(recordsOf(account).map(({ eventId }) => eventId));
const fromFourthEvent = deliveries('from the fourth event', ({ finished }) => eventsOf(finished.account).size > 3);
const fromFifthDelivery = deliveries('from the fifth delivery', ({ finished }) => finished.account.deliveries.size > 4);

/** Which secrets sign while there are two. */
export const rotationSigning = rows('rotation', {
  'two-signatures': rotate('forgets the previous one', (_endpoint, fresh) => [fresh]),
  'two-signatures:after-retirement': afterRetirement('forgets the previous one', (_retired, fresh) => [fresh]),
  'two-signatures:numbered': writeSignature('with v2 for the newest value', (t, v1) =>
    [`t=${t}`, ...v1.map((value, place) => `v${v1.length - place}=${value}`)].join(','),
  ),
  'two-signatures:second-endpoint': signWith('the newest secret', newest, laterEndpoints),
  'new-secret.signs': signWith('the previous secret', previous),
  'new-secret.signs:cached': decide('webhooks', 'signs with the secrets read within five minutes', cachedSecrets),
  'previous-secret.signs': signWith('the newest secret', newest),
  'previous-secret.lasts': lapse('a quarter of an hour', 900_000),
  'previous-secret.lasts:third-event': signWith('the newest secret', newest, fromFourthEvent),
  'previous-secret.lasts:ten-events': signWith('the newest secret', newest, fromFifthDelivery),
  'previous-secret.lasts:other-retired': whenRetired('retires the old secrets of all endpoints', (_own, account) => {
    for (const one of endpointsOf(account)) one.secrets = one.secrets.slice(0, 1);
  }),
  'retry.both-sign': signWith('the secrets of the event', (_own, { secretsThen }) => secretsThen, retries),
  ...each('retry.both-sign:*', ends, (state) => signWith('the newest secret', newest, and(retries, about(state)))),
  'retry.both-sign:third': signWith('the newest secret', newest, fromAttempt(3)),
  'retry.both-sign:previous-only': signWith('the previous secret', previous, retries),
  'retry.both-sign:dropped': whenRotated('drops what waits', (one, account) => stopPending(pendingAt(one, account))),
  'one-timestamp': sign('with the previous secret over another t', (secret, t, body, { endpoint }) =>
    hmac(secret, `${secret === endpoint.secrets[0] ? t : Number(t) - 1}.${body}`),
  ),
  'every-delivery': signWith('the newest secret', newest, about('failed')),
  ...each('every-delivery:*', ['canceled', 'transcription'], (of) => signWith('the newest secret', newest, about(of))),
  'every-delivery:failed-transcription': signWith('the newest secret', newest, about('failed', 'transcription')),
});

function cachedSecrets({ signingSecrets }: WebhookBehaviour): Partial<WebhookBehaviour> {
  const known = new WeakMap<WebhookEndpoint, { readonly atMs: number; readonly secrets: readonly string[] }>();
  return {
    signingSecrets(attempt) {
      const cached = known.get(attempt.endpoint);
      if (cached !== undefined && attempt.atMs - cached.atMs < 300_000) return cached.secrets;
      const secrets = signingSecrets(attempt);
      known.set(attempt.endpoint, { atMs: attempt.atMs, secrets });
      return secrets;
    },
  };
}
