import type { Suite } from '@gateproof/harness';
import type { Party } from '@gateproof/spec';
import { clientSuite, gatewaySuite, receiverSuite } from '@gateproof/suites';

/** The suite that judges each party. */
export const suites: Readonly<Record<Party, Suite>> = {
  gateway: gatewaySuite,
  client: clientSuite,
  receiver: receiverSuite,
};
