import { patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** Ways to end links, files, keys and waits at the wrong moment, or under the wrong name. */
export const endingCorners: readonly Deviation[] = [
  breaking(
    'idempotency.chat.client-gone',
    'gives a key back when its client leaves, and runs on',
    patch('idempotency', { leavingFreesKey: true }),
  ),
];
