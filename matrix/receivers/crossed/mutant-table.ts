import { answeringMutants } from './answering.ts';
import type { CrossedReceiver } from './mutant.ts';
import { rememberingMutants } from './remembering.ts';
import { understandingMutants } from './understanding.ts';
import { verifyingMutants } from './verifying.ts';

/** The whole cross. */
export const crossedReceivers: readonly CrossedReceiver[] = [
  ...verifyingMutants,
  ...rememberingMutants,
  ...understandingMutants,
  ...answeringMutants,
];
