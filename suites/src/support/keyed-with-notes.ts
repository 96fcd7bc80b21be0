import type { CallOptions, World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';

/** A chat under an idempotency key of its own that asks for notes: neither changes why a request is refused, or what its refusal must say. */
export function keyedWithNotes(world: World): CallOptions {
  return { idempotencyKey: world.unique('key'), headers: [[serviceNames(world.prefix).metadataHeader, 'enabled']] };
}
