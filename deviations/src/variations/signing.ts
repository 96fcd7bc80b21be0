import { patch, type WebhookBehaviour, type WebhookEndpoint } from '@gateproof/simulator/behaviour';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

const hourMs = 3_600_000;
const webhooks = (changes: Partial<WebhookBehaviour> | ((present: WebhookBehaviour) => Partial<WebhookBehaviour>)) =>
  patch('webhooks', changes);

/** Base64 that holds every sign of its alphabet. */
const inBase64 = (secret: string) => `whsec_${Buffer.from(`${secret}\u00ff\u00fe\u00fb`).toString('base64')}+/=`;

/** How deliveries may be signed otherwise. */
export const signingVariations: readonly Variation[] = [
  differing(
    'delivery.secret.base64',
    'F098',
    'makes secrets in base64 and signs with their text',
    webhooks(({ rotate }) => ({
      firstSecret: (fresh) => inBase64(fresh),
      rotate: (all, fresh, nowMs) => rotate(all, inBase64(fresh), nowMs),
    })),
  ),
  differing(
    'delivery.secret.long',
    'F098',
    'makes secrets of more than a block of the hash',
    webhooks(({ rotate }) => ({
      firstSecret: (fresh) => fresh.repeat(9),
      rotate: (all, fresh, nowMs) => rotate(all, fresh.repeat(9), nowMs),
    })),
  ),
  differing(
    'delivery.secret.hexadecimal',
    'F098',
    'makes secrets in hexadecimal and signs with their text',
    webhooks(({ rotate }) => ({
      firstSecret: (fresh) => Buffer.from(fresh).toString('hex'),
      rotate: (all, fresh, nowMs) => rotate(all, Buffer.from(fresh).toString('hex'), nowMs),
    })),
  ),
  differing(
    'delivery.signature.older-scheme',
    'F096',
    'adds a value of an older scheme',
    webhooks(({ signature }) => ({
      signature: (t, v1) => `${signature(t, v1)},v0=${'0f'.repeat(32)}`,
    })),
  ),
  differing(
    'delivery.signature.padded-entry',
    'F096',
    'adds an entry in base64',
    webhooks(({ signature }) => ({ signature: (t, v1) => `${signature(t, v1)},kid=YQ==` })),
  ),
  differing(
    'delivery.signature.between',
    'F096',
    'tells t between the values',
    webhooks({
      signature: (t, [first = '', ...rest]) =>
        [`v1=${first}`, `t=${t}`, ...rest.map((value) => `v1=${value}`)].join(','),
    }),
  ),
  retiring('delivery.rotation.retires-by-time', 'retires the previous secret after a day', 24),
  retiring('delivery.rotation.retires-in-two-hours', 'retires the previous secret after two hours', 2),
  retiring('delivery.rotation.retires-in-ten-minutes', 'retires the previous secret after ten minutes', 1 / 6, 'F148'),
  differing(
    'delivery.signature.twice',
    'F147',
    'signs twice with the one secret',
    webhooks(({ signature }) => ({ signature: (t, v1) => signature(t, v1.length === 1 ? [...v1, ...v1] : v1) })),
  ),
  differing(
    'delivery.signature.further-value',
    'F147',
    'adds a v1 of a secret of its own outside rotations',
    webhooks(({ signature }) => ({
      signature: (t, v1) => signature(t, v1.length === 1 ? [...v1, 'cd'.repeat(32)] : v1),
    })),
  ),
  differing(
    'delivery.secret.short',
    'F150',
    'makes secrets of ten characters',
    webhooks(({ rotate }) => ({
      firstSecret: (fresh) => fresh.slice(-10),
      rotate: (all, fresh, nowMs) => rotate(all, fresh.slice(-10), nowMs),
    })),
    Object.fromEntries(
      ['base64', 'hexadecimal'].map((how) => [`delivery.secret.${how}`, 'its last ten characters are hardly random']),
    ),
  ),
];

function retiring(id: string, summary: string, hours: number, freedom = 'F097'): Variation {
  return differing(id, freedom, summary, (behaviour) => {
    const rotatedAtMs = new WeakMap<WebhookEndpoint['secrets'], number>();
    return webhooks(({ rotate, signingSecrets }) => ({
      rotate(all, fresh, nowMs) {
        const next = rotate(all, fresh, nowMs);
        rotatedAtMs.set(next, nowMs);
        return next;
      },
      signingSecrets(endpoint, then, attempt, account) {
        const atMs = rotatedAtMs.get(endpoint.secrets) ?? account.clock.now();
        const all = signingSecrets(endpoint, then, attempt, account);
        // In whatever order they sign.
        return account.clock.now() - atMs > hours * hourMs ? endpoint.secrets.slice(0, 1) : all;
      },
    }))(behaviour);
  });
}
