import {
  type Account,
  type DeliveryRecord,
  patch,
  type WebhookBehaviour,
  type WebhookEndpoint,
} from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);

/** Chooses other secrets than those of the endpoint; `both` are the right ones. */
const choosing = (
  rule: string,
  how: string,
  summary: string,
  choose: (
    both: readonly string[],
    facts: { endpoint: WebhookEndpoint; attempt: number; account: Account; then: readonly string[] },
  ) => readonly string[],
) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ signingSecrets }) => ({
      signingSecrets: (endpoint, then, attempt, account) =>
        choose(signingSecrets(endpoint, then, attempt, account), { endpoint, attempt, account, then }),
    })),
  );

/** Signs deliveries of some sort with the newest secret alone. */
const newestOnly = (rule: string, how: string, summary: string, isMeant: (body: string) => boolean) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ v1, signature }) => ({
      v1: (secret, t, body, attempt) => (isMeant(body) ? '' : '+') + v1(secret, t, body, attempt),
      signature: (t, values) =>
        signature(t, values[0]?.startsWith('+') ? values.map((value) => value.slice(1)) : values.slice(0, 1)),
    })),
  );

/** Does something with the accounts that have had events when a secret is rotated or retired. */
function withAccounts(
  change: (accounts: ReadonlySet<Account>) => (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>,
) {
  return (behaviour: Parameters<ReturnType<typeof webhooks>>[0]) => {
    const accounts = new Set<Account>();
    const noting = webhooks(({ recipients }) => ({
      recipients(finished, everyone) {
        accounts.add(finished.account);
        return recipients(finished, everyone);
      },
    }));
    return webhooks(change(accounts))(noting(behaviour));
  };
}

/** Changes what waits at the endpoint of these secrets. */
const changingWaiting =
  (change: (record: DeliveryRecord) => void) => (accounts: ReadonlySet<Account>, secrets: readonly string[]) => {
    for (const account of accounts)
      for (const endpoint of account.webhooks.values())
        if (endpoint.secrets === secrets)
          for (const { record } of account.deliveries.values())
            if (record.endpointId === endpoint.id && record.state === 'pending') change(record);
  };

const stopWaiting = changingWaiting((record) => {
  record.state = 'stopped';
});

/** Changes what waits when the secret is rotated. */
const atRotation = (change: ReturnType<typeof changingWaiting>) =>
  withAccounts((accounts) => ({ rotate }) => ({
    rotate(secrets, fresh, nowMs) {
      change(accounts, secrets);
      return rotate(secrets, fresh, nowMs);
    },
  }));

/** Ways to get wrong, in one corner only, which secrets sign after a rotation, and what it does to what waits. */
export const rotationCorners: readonly Deviation[] = [
  breaking(
    'webhook.schedule.no-ninth:rotation',
    'begins the attempts at what waits anew when the secret is rotated',
    atRotation(changingWaiting((record) => record.attempts.splice(0))),
  ),
  breaking('rotation.retry.both-sign:dropped', 'drops what waits when the secret is rotated', atRotation(stopWaiting)),
  breaking(
    'rotation.retired-secret.absent-on-retry:dropped',
    'drops what waits when the previous secret is retired',
    withAccounts((accounts) => ({ retire }) => ({
      retire(secrets) {
        stopWaiting(accounts, secrets);
        return retire(secrets);
      },
    })),
  ),
  newestOnly('rotation.every-delivery', 'canceled', 'signs canceled jobs with one secret', (body) =>
    body.includes('"job.canceled"'),
  ),
  newestOnly('rotation.every-delivery', 'transcription', 'signs transcriptions with one secret', (body) =>
    body.includes('"audio_stt"'),
  ),
  newestOnly(
    'rotation.every-delivery',
    'failed-transcription',
    'signs failed transcriptions with one secret',
    (body) => body.includes('"audio_stt"') && body.includes('"job.failed"'),
  ),
  choosing(
    'rotation.previous-secret.lasts',
    'third-event',
    'signs the third and later events after a rotation with one secret',
    (both, { account }) =>
      new Set([...account.deliveries.values()].map(({ record }) => record.eventId)).size > 3 ? both.slice(0, 1) : both,
  ),
  choosing(
    'rotation.two-signatures',
    'second-endpoint',
    'keeps both secrets for the first endpoint only',
    (both, { endpoint, account }) => ([...account.webhooks.values()][0]?.id === endpoint.id ? both : both.slice(0, 1)),
  ),
  choosing(
    'rotation.retry.both-sign',
    'third',
    'signs with the new secret only from the third attempt',
    (both, { attempt }) => (attempt > 2 ? both.slice(0, 1) : both),
  ),
  choosing(
    'rotation.retry.both-sign',
    'previous-only',
    'signs retries with the previous secret only',
    (both, { attempt }) => (attempt > 1 ? both.slice(-1) : both),
  ),
  breaking(
    'rotation.new-secret.signs:cached',
    'goes on signing with what it read of the endpoint within the last minutes',
    (behaviour) => {
      const known = new WeakMap<WebhookEndpoint, { readonly atMs: number; readonly secrets: readonly string[] }>();
      return webhooks(({ signingSecrets }) => ({
        signingSecrets(endpoint, then, attempt, account) {
          const cached = known.get(endpoint);
          const nowMs = account.clock.now();
          if (cached !== undefined && nowMs - cached.atMs < 300_000) return cached.secrets;
          const secrets = signingSecrets(endpoint, then, attempt, account);
          known.set(endpoint, { atMs: nowMs, secrets });
          return secrets;
        },
      }))(behaviour);
    },
  ),
  breaking(
    'rotation.retired-secret.absent:revived',
    'brings a retired secret back at the next rotation',
    (behaviour) => {
      const retired = new WeakMap<readonly string[], readonly string[]>();
      return webhooks(({ rotate, retire }) => ({
        retire(secrets) {
          const left = retire(secrets);
          retired.set(left, secrets);
          return left;
        },
        rotate: (secrets, fresh, nowMs) => {
          const before = retired.get(secrets);
          return before === undefined ? rotate(secrets, fresh, nowMs) : [fresh, ...before.slice(-1)];
        },
      }))(behaviour);
    },
  ),
  breaking(
    'rotation.previous-secret.lasts:other-retired',
    "retires every endpoint's previous secret when one is retired",
    withAccounts((accounts) => ({ retire }) => ({
      retire(secrets) {
        for (const account of accounts)
          for (const endpoint of account.webhooks.values()) endpoint.secrets = endpoint.secrets.slice(0, 1);
        return retire(secrets);
      },
    })),
  ),
  choosing(
    'rotation.previous-secret.lasts',
    'ten-events',
    'lets the previous secret sign three events',
    (both, { account }) => (account.deliveries.size > 4 ? both.slice(0, 1) : both),
  ),
  breaking(
    'rotation.distinct-secret:back',
    'goes back to the first secret at the second rotation',
    webhooks(({ rotate }) => {
      const first = new Map<string, string>();
      return {
        rotate(secrets, fresh, nowMs) {
          const [present = ''] = secrets;
          const known = first.get(present);
          if (known !== undefined) return [known, present];
          first.set(fresh, present);
          return rotate(secrets, fresh, nowMs);
        },
      };
    }),
  ),
  breaking(
    'rotation.distinct-secret:shared',
    'gives every endpoint the same secrets at its rotations',
    webhooks(() => {
      const rounds = new Map<string, number>();
      return {
        rotate(secrets) {
          const round = (rounds.get(secrets[0] ?? '') ?? 0) + 1;
          const next = `whsec_rotation${round}`.padEnd(30, '0');
          rounds.set(next, round);
          return [next, ...secrets.slice(0, 1)];
        },
      };
    }),
  ),
  breaking(
    'rotation.other-endpoint.untouched:rotated',
    'rotates every endpoint of the account',
    withAccounts((accounts) => ({ rotate }) => ({
      rotate(secrets, fresh, nowMs) {
        for (const account of accounts)
          for (const endpoint of account.webhooks.values())
            if (endpoint.secrets !== secrets)
              endpoint.secrets = [`${fresh}${endpoint.id}`, ...endpoint.secrets.slice(0, 1)];
        return rotate(secrets, fresh, nowMs);
      },
    })),
  ),
];
