import type { CompletionIdentity } from '../behaviour/streaming.ts';

/** The identity of a reply under the name of a model that nobody asked for, where another than the requested model gave it. */
export function misnamed(identity: CompletionIdentity): CompletionIdentity {
  return identity.model === identity.requestedModel ? identity : { ...identity, model: 'gateproof/somebody-else' };
}
