import { patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Ways to get limits wrong. */
export const limitDeviations: readonly Deviation[] = [
  breaking('limit.rate.refused-chat', 'never limits rates', patch('admission', { isOverRate: () => false })),
  breaking(
    'limit.rate.refused-chat:one-more',
    'lets one request too many in',
    patch('admission', ({ isOverRate }) => ({ isOverRate: (recent, limit) => isOverRate(recent - 1, limit) })),
  ),
  breaking(
    'limit.rate.within',
    'refuses the last request within the limit',
    patch('admission', ({ isOverRate }) => ({ isOverRate: (recent, limit) => isOverRate(recent + 1, limit) })),
  ),
  breaking(
    'limit.spend.adds-up',
    'takes each request alone against the cap',
    patch('admission', {
      isOverCap: ({ key }, costUsd) => costUsd > (key.restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY),
    }),
  ),
  breaking(
    'limit.spend.refused-not-counted',
    'charges refused requests',
    patch('admission', { chargesRefused: () => true }),
  ),
  breaking(
    'limit.context.own-model',
    'takes the smallest window of the account',
    patch('admission', ({ isTooLong }) => ({
      isTooLong: (body, model) => isTooLong(body, { ...model, contextWindow: Math.min(model.contextWindow, 100) }),
    })),
  ),
];
