import { patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** What a gateway gets wrong about which secrets there are and which of them sign. */
export const secretDetailDeviations: readonly Deviation[] = [
  breaking(
    'rotation.previous-secret.signs',
    'signs with the new secret alone',
    patch('webhooks', { signingSecrets: ({ secrets }) => secrets.slice(0, 1) }),
  ),
  breaking(
    'rotation.distinct-secret',
    'gives back the previous secret',
    patch('webhooks', ({ rotate }) => ({
      rotate: (secrets, fresh, nowMs) => rotate(secrets, secrets[0] ?? fresh, nowMs),
    })),
  ),
  breaking('rotation.previous-secret.lasts', 'lets the previous secret sign for a quarter of an hour', (behaviour) => {
    const rotatedAtMs = new Map<string | undefined, number>();
    return patch('webhooks', ({ rotate, signingSecrets }) => ({
      rotate(secrets, fresh, nowMs) {
        rotatedAtMs.set(fresh, nowMs);
        return rotate(secrets, fresh, nowMs);
      },
      signingSecrets(endpoint, then, attempt, account) {
        const secrets = signingSecrets(endpoint, then, attempt, account);
        const atMs = rotatedAtMs.get(endpoint.secrets[0]) ?? account.clock.now();
        return account.clock.now() - atMs > 900_000 ? secrets.slice(0, 1) : secrets;
      },
    }))(behaviour);
  }),
  breaking(
    'rotation.retired-secret.one-signature',
    'signs twice with the new secret once the previous one is retired',
    patch('webhooks', ({ retire }) => ({ retire: (secrets) => [...retire(secrets), ...retire(secrets)] })),
  ),
  breaking(
    'rotation.other-endpoint.untouched',
    "signs other endpoints' deliveries with the new secret of the one that was rotated",
    patch('webhooks', ({ signingSecrets }) => ({
      signingSecrets(endpoint, then, attempt, account) {
        const rotated = [...account.webhooks.values()].find(
          ({ id, secrets }) => id !== endpoint.id && secrets.length > 1,
        );
        return rotated === undefined ? signingSecrets(endpoint, then, attempt, account) : rotated.secrets.slice(0, 1);
      },
    })),
  ),
  breaking(
    'signature.value.every-v1',
    'adds a v1 of no secret',
    patch('webhooks', ({ signature }) => ({ signature: (t, v1) => signature(t, [...v1, 'ab'.repeat(32)]) })),
  ),
  breaking(
    'signature.value.one-without-rotation',
    'signs twice with the one secret',
    patch('webhooks', {
      signingSecrets: ({ secrets }) => (secrets.length === 1 ? [...secrets, ...secrets] : secrets.slice(0, 2)),
    }),
  ),
  breaking(
    'signature.secret.per-endpoint',
    'gives all endpoints of an account one secret',
    patch('webhooks', {
      firstSecret: (fresh, account) => [...account.webhooks.values()][0]?.secrets.at(-1) ?? fresh,
    }),
  ),
  breaking(
    'signature.secret.shown',
    'makes secrets with a blank in them',
    patch('webhooks', { firstSecret: (fresh) => `${fresh.slice(0, 8)} ${fresh.slice(8)}` }),
  ),
  breaking(
    'version.signature.label',
    'labels signatures v2',
    patch('webhooks', { signature: (t, v1) => [`t=${t}`, ...v1.map((value) => `v2=${value}`)].join(',') }),
  ),
];
