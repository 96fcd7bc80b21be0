import { type ReceiverWorld, SetupFailed, type WebhookEvent } from '@gateproof/harness';
import { effectsIfSeen } from './effects.ts';
import { showsEvents } from './observed-events.ts';

/** Reads what was handled of these acknowledged events where an observer gives events: the rules about that judge it. Says nothing itself. */
export async function readBack(world: ReceiverWorld, [first, ...others]: readonly WebhookEvent[]): Promise<void> {
  if (first === undefined) return;
  try {
    await effectsIfSeen(world, [first]);
    if (showsEvents(world.exchanges())) await effectsIfSeen(world, others);
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown;
  }
}
