import {
  type Check,
  defineCheck,
  type EventType,
  eventTypes,
  NotExercised,
  type ReceiverWorld,
  SetupFailed,
} from '@gateproof/harness';
import { every } from '../every.ts';
import { deliverPersistently, genuineRuleOf, isAcknowledged } from './acknowledged.ts';

/** A check of a webhook receiver. */
export type ReceiverCheck = Check<unknown, ReceiverWorld>;

/** A receiver may take ten seconds for each of the answers of a case. */
export const receiverCaseLimitMs = 120_000;

/** A check of a webhook receiver that is decided with events of each type. */
export function receiverCheck(
  rule: string,
  decide: (world: ReceiverWorld, type: EventType) => Promise<void>,
): ReceiverCheck {
  return defineCheck<EventType, ReceiverWorld>({
    rule,
    ...every(...eventTypes),
    caseLimitMs: receiverCaseLimitMs,
    decide: (world, type) => unlessTypeRefused(world, type, decide),
  });
}

/**
 * Decides a case of one event type. Where the receiver refuses plain genuine events of this type and acknowledges another, the case is not
 * exercised: the refusal is red by its own rule, and the other types decide.
 */
export async function unlessTypeRefused(
  world: ReceiverWorld,
  type: EventType,
  decide: (world: ReceiverWorld, type: EventType) => Promise<void>,
): Promise<void> {
  try {
    await decide(world, type);
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed) || thrown.prerequisite !== genuineRuleOf(type)) throw thrown;
    if (await takesAnotherType(world, type))
      throw new NotExercised(`the receiver refuses plain genuine events of type ${type}`);
    throw thrown;
  }
}

async function takesAnotherType(world: ReceiverWorld, type: EventType): Promise<boolean> {
  for (const other of eventTypes.filter((one) => one !== type))
    if (isAcknowledged(await deliverPersistently(world, { event: world.event(other) }))) return true;
  return false;
}

/** Whether the receiver refuses plain genuine events of this type and acknowledges those of another: a rule of its own is red for that. */
export async function isTypeRefused(world: ReceiverWorld, type: EventType): Promise<boolean> {
  if (isAcknowledged(await deliverPersistently(world, { event: world.event(type) }))) return false;
  return takesAnotherType(world, type);
}
