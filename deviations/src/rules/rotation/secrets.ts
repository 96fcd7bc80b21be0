import type { Account, Attempt, WebhookBehaviour, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { decide, overrule, rows, watch } from '../../change.ts';
import { counting } from '../../memory.ts';
import { afterRetirement, retire, rotate, signWith } from '../../operators/signing.ts';
import { endpointsOf, retries } from '../../scopes/deliveries.ts';
import { pendingAt, stopPending } from '../../scopes/delivery-log.ts';

type Secrets = readonly string[];
const ofEvent = ([newest = '']: Secrets, { endpoint, secretsThen }: Attempt) =>
  endpoint.secrets.length > 1 ? [...new Set([newest, ...secretsThen.slice(0, 1)])] : [newest];
const all = (_own: Secrets, { endpoint, secretsThen }: Attempt) => [...new Set([...endpoint.secrets, ...secretsThen])];
const longer = (own: Secrets, { secretsThen }: Attempt) => (secretsThen.length > own.length ? secretsThen : own);
const dropWaiting = (_left: Secrets, endpoint: WebhookEndpoint, account: Account) =>
  stopPending(pendingAt(endpoint, account));
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
  'retired-secret.absent:revived': afterRetirement('brings back the retired one', (retired, fresh) => {
    return [fresh, ...retired.slice(-1)];
  }),
  'retired-secret.absent-on-retry': signWith('retired secrets too', all, retries),
  'retired-secret.absent-on-retry:overlap': signWith('both secrets where both signed then', longer, retries),
  'retired-secret.absent-on-retry:dropped': watch('webhooks.retire', 'drops what waits at a retirement', dropWaiting),
  'retired-secret.one-signature': retire('and doubles the newest', ({ secrets: [newest = ''] }) => [newest, newest]),
  'other-endpoint.untouched': signWith('the new secret of another endpoint that was rotated', ofAnother),
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
  const countOf = counting();
  return {
    rotate: (endpoint) => [`whsec_rotation${countOf(endpoint)}`.padEnd(30, '0'), ...endpoint.secrets.slice(0, 1)],
  };
}
