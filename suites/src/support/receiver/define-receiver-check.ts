import { type Check, defineCheck, type EventType, eventTypes, type ReceiverWorld } from '@gateproof/harness';
import fc from 'fast-check';

/** A check of a webhook receiver. */
export type ReceiverCheck = Check<unknown, ReceiverWorld>;

/** Above the ten seconds that a receiver may take for one answer, and enough for the many answers of one case. */
const caseLimitMs = 40_000;

/** A check of a webhook receiver that is decided with events of each type. */
export function receiverCheck(
  rule: string,
  decide: (world: ReceiverWorld, type: EventType) => Promise<void>,
): ReceiverCheck {
  return defineCheck<EventType, ReceiverWorld>({
    rule,
    input: fc.constantFrom(...eventTypes),
    cases: 3,
    caseLimitMs,
    decide,
  });
}
