import type { WebhookBehaviour, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { decide, overrule, rows, watch } from '../../change.ts';
import { afterRetirement, retire, rotate, signWith } from '../../operators/signing.ts';
import { endpointsOf, pendingAt, retries, stopPending } from '../../scopes/deliveries.ts';

/** Which secrets there are after rotations and retirements. */
export const rotationSecrets = rows('rotation', {
  'distinct-secret': overrule('webhooks.rotate', 'gives back the previous secret', (rotate, endpoint, fresh, account) =>
    rotate(endpoint, endpoint.secrets[0] ?? fresh, account),
  ),
  'distinct-secret:back': decide('webhooks', 'goes back to the first secret at the second rotation', goBack),
  'distinct-secret:shared': decide('webhooks', 'gives every endpoint the same secrets at its rotations', shareRounds),
  'second.newest-two': rotate('keeps the oldest', ({ secrets }, fresh) => [fresh, ...secrets.slice(-1)]),
  'second.newest-two:retry': signWith(
    'the newest secret and that of the event',
    ([newest = ''], { endpoint, secretsThen }) =>
      endpoint.secrets.length > 1 ? [...new Set([newest, ...secretsThen.slice(0, 1)])] : [newest],
    retries,
  ),
  'retired-secret.absent': retire('none', ({ secrets }) => secrets),
  'retired-secret.absent:newest': retire('the newest', ({ secrets }) => secrets.slice(-1)),
  'retired-secret.absent:revived': afterRetirement('brings back the retired one', (retired, fresh) => [
    fresh,
    ...retired.slice(-1),
  ]),
  'retired-secret.absent-on-retry': signWith(
    'retired secrets too',
    (_own, { endpoint, secretsThen }) => [...new Set([...endpoint.secrets, ...secretsThen])],
    retries,
  ),
  'retired-secret.absent-on-retry:overlap': signWith(
    'both secrets where the event came while both signed',
    (own, { secretsThen }) => (secretsThen.length > own.length ? secretsThen : own),
    retries,
  ),
  'retired-secret.absent-on-retry:dropped': watch(
    'webhooks.retire',
    'drops what waits at a retirement',
    (_left, endpoint, account) => {
      stopPending(pendingAt(endpoint, account));
    },
  ),
  'retired-secret.one-signature': retire('and doubles the newest', ({ secrets: [newest = ''] }) => [newest, newest]),
  'other-endpoint.untouched': signWith(
    'the new secret of another endpoint that was rotated',
    (own, { finished, endpoint }) =>
      endpointsOf(finished.account)
        .find(({ id, secrets }) => id !== endpoint.id && secrets.length > 1)
        ?.secrets.slice(0, 1) ?? own,
  ),
  'other-endpoint.untouched:rotated': watch(
    'webhooks.rotate',
    'rotates all endpoints',
    (_next, own, fresh, account) => {
      for (const one of endpointsOf(account))
        if (one !== own) one.secrets = [`${fresh}${one.id}`, ...one.secrets.slice(0, 1)];
    },
  ),
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
  const rounds = new WeakMap<WebhookEndpoint, number>();
  return {
    rotate(endpoint) {
      const round = (rounds.get(endpoint) ?? 0) + 1;
      rounds.set(endpoint, round);
      return [`whsec_rotation${round}`.padEnd(30, '0'), ...endpoint.secrets.slice(0, 1)];
    },
  };
}
