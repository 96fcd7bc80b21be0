import { GatewayError, patch } from '@gateproof/simulator/behaviour';
import { isObject } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

/** In which order keys and bodies may be looked at, and what a request may be taken to cost. */
export const chatFormVariations: readonly Variation[] = [
  differing(
    'auth.order.body-first',
    'F042',
    'looks at the body before the key',
    patch('exchanges', ({ refusal }) => ({
      refusal: (request) => {
        const before = refusal(request);
        if (before !== undefined || request.method !== 'POST' || request.rawBody.length === 0) return before;
        return isObject(request.body)
          ? undefined
          : new GatewayError('invalid_request', 'body: must be a JSON object.', { scope: 'request' });
      },
    })),
  ),
  differing(
    'auth.cap.estimates',
    'F065',
    'takes a request for half as dear again as it is',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) => isOverCap(caller, costUsd * 1.5),
    })),
  ),
];
