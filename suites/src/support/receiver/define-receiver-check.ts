import { type Check, defineCheck, type EventType, eventTypes, type ReceiverWorld } from '@gateproof/harness';
import { every } from '../every.ts';

/** A check of a webhook receiver. */
export type ReceiverCheck = Check<unknown, ReceiverWorld>;

/** A receiver may take ten seconds for each of the answers of a case. */
const caseLimitMs = 120_000;

/** A check of a webhook receiver that is decided with events of each type. */
export function receiverCheck(
  rule: string,
  decide: (world: ReceiverWorld, type: EventType) => Promise<void>,
): ReceiverCheck {
  return defineCheck<EventType, ReceiverWorld>({
    rule,
    ...every(...eventTypes),
    caseLimitMs,
    decide,
  });
}
