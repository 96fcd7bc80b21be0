import type { Suite } from '@gateproof/harness';
import bytes from './bytes.ts';
import duplicate from './duplicate.ts';
import forgedGenuineAfter from './forged.genuine-after.ts';
import forgedRefusalStatus from './forged.refusal-status.ts';
import forged from './forged.ts';
import forgedWithoutEffect from './forged.without-effect.ts';
import genuine from './genuine.ts';
import rotation from './rotation.ts';
import time from './time.ts';
import tolerance from './tolerance.ts';

/** Every check that decides a rule of webhook receivers. */
export const receiverSuite: Suite = {
  checks: [
    ...genuine,
    ...bytes,
    ...forged,
    forgedWithoutEffect,
    forgedGenuineAfter,
    forgedRefusalStatus,
    ...time,
    ...rotation,
    ...duplicate,
    ...tolerance,
  ],
  standing: [],
};
