import type { World } from '@gateproof/harness';

/** Waits for what a target must do sooner or later, for as long as the run has patience; false when it has not come. */
export async function patiently(world: World, condition: () => boolean): Promise<boolean> {
  const beganMs = world.elapsedMs();
  const hasCome = await world.until(condition, world.patience.limitMs);
  world.patience.learn(world.elapsedMs() - beganMs, hasCome);
  return hasCome;
}
