import type { Suite } from '@gateproof/harness';
import { checksOf } from '../support/checks-of.ts';
import type { ReceiverCheck } from '../support/receiver/define-receiver-check.ts';
import { receiverSymptoms } from '../support/receiver/symptoms.ts';
import * as groups from './groups.ts';

/** Every check that decides a rule of webhook receivers. */
export const receiverSuite: Suite = {
  ...checksOf<ReceiverCheck>(Object.values(groups)),
  symptoms: receiverSymptoms,
};
