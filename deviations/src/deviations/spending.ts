import { type ApiKey, type Caller, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

const isMedia = ({ route }: Caller) => route === 'image' || route === 'transcription';
const spentEver = ({ spentUsd }: ApiKey) => [...spentUsd.values()].reduce((sum, usd) => sum + usd, 0);

/** Ways to get caps and credit wrong. */
const money: readonly Deviation[] = [
  breaking(
    'auth.cap.chat',
    'does not look at caps of chat requests',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) => caller.route !== 'chat' && isOverCap(caller, costUsd),
    })),
  ),
  breaking(
    'auth.cap.media',
    'does not look at caps of media submissions',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) => !isMedia(caller) && isOverCap(caller, costUsd),
    })),
  ),
  breaking(
    'auth.cap.below',
    'takes a tenth of the cap for the whole',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) => isOverCap(caller, costUsd + 0.9 * (caller.key.restrictions.monthlyCapUsd ?? 0)),
    })),
  ),
  breaking(
    'auth.cap.other-key',
    'refuses all keys of an account once one has used up its cap',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) =>
        [...caller.account.keys.values()].some((key) => isOverCap({ ...caller, key }, costUsd)),
    })),
  ),
  breaking(
    'auth.cap.next-month',
    'never begins a new month',
    patch('admission', {
      isOverCap: ({ key }, costUsd) =>
        key.restrictions.monthlyCapUsd !== undefined && spentEver(key) + costUsd > key.restrictions.monthlyCapUsd,
    }),
  ),
  breaking(
    'auth.cap.read',
    'refuses reads of a key whose cap is used up',
    patch('admission', ({ requestOrder, isOverCap }) => ({
      requestOrder: requestOrder.concat('cap'),
      isOverCap: (caller, costUsd) => isOverCap(caller, costUsd === 0 ? 1 : costUsd),
    })),
  ),
  breaking(
    'auth.cap.refused-without-effect',
    'calls the endpoint before it looks at the cap',
    patch('admission', { dispatchesRefused: (code) => code === 'budget_exceeded' }),
  ),
  breaking(
    'auth.credit.chat',
    'does not look at the credit of chat requests',
    patch('admission', ({ isOutOfCredit }) => ({
      isOutOfCredit: (caller, costUsd) => caller.route !== 'chat' && isOutOfCredit(caller, costUsd),
    })),
  ),
  breaking(
    'auth.credit.chat:budget',
    'refuses for want of credit with budget_exceeded',
    patch('errors', {
      translate: (error) => (error.code === 'insufficient_credit' ? error.as('budget_exceeded') : error),
    }),
  ),
  breaking(
    'auth.credit.media',
    'does not look at the credit of media submissions',
    patch('admission', ({ isOutOfCredit }) => ({
      isOutOfCredit: (caller, costUsd) => !isMedia(caller) && isOutOfCredit(caller, costUsd),
    })),
  ),
  breaking('auth.credit.restored', 'never serves an account again that once had no credit', (behaviour) => {
    const broke = new Set<string>();
    return patch('admission', ({ isOutOfCredit }) => ({
      isOutOfCredit(caller, costUsd) {
        if (isOutOfCredit(caller, costUsd)) broke.add(caller.account.id);
        return broke.has(caller.account.id);
      },
    }))(behaviour);
  }),
  breaking(
    'auth.credit.read',
    'refuses reads of an account without credit',
    patch('admission', ({ requestOrder }) => ({ requestOrder: requestOrder.concat('credit') })),
  ),
  breaking(
    'auth.credit.refused-without-effect',
    'calls the endpoint before it looks at the credit',
    patch('admission', { dispatchesRefused: (code) => code === 'insufficient_credit' }),
  ),
];

/** Whether the request asks for the thing at all, as the simulator's fragments spell it. */
const asks = {
  retention: (service: Readonly<Record<string, unknown>>) => service.retention !== undefined,
  region: (service: Readonly<Record<string, unknown>>) => service.region !== undefined,
};

/** Ways to get a key's policy wrong. */
const policies: readonly Deviation[] = [
  ...(['retention', 'region'] as const).flatMap((what) =>
    (['chat', 'media'] as const).map((where) =>
      breaking(
        `auth.policy.${what}-${where}`,
        `ignores the ${what} of the key’s policy there`,
        patch('admission', ({ policyConflict }) => ({
          policyConflict: (caller, request) =>
            isMedia(caller) === (where === 'media') && asks[what](request.service)
              ? undefined
              : policyConflict(caller, request),
        })),
      ),
    ),
  ),
  breaking(
    'auth.policy.inside',
    'refuses whatever a key with a policy asks for',
    patch('admission', ({ policyConflict }) => ({
      policyConflict: (caller, request) =>
        policyConflict(caller, request) ?? (caller.key.restrictions.policy === undefined ? undefined : 'this'),
    })),
  ),
  breaking(
    'auth.policy.none',
    'refuses keys without a policy as if they had the strictest',
    patch('admission', {
      policyConflict: (_caller, { service }) =>
        service.retention === 'long' || service.region === 'elsewhere' ? 'this' : undefined,
    }),
  ),
  breaking(
    'auth.policy.refused-without-effect',
    'calls the endpoint before it looks at the policy',
    patch('admission', { dispatchesRefused: (code) => code === 'policy_conflict' }),
  ),
];

export const spendingDeviations: readonly Deviation[] = [...money, ...policies];
