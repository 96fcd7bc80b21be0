import { type Behaviour, type CompletionIdentity, patch } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '@gateproof/spec';

/** Changes the chunks of a stream as they go out; undefined leaves one out. `index` counts from 0. */
export function inChunks(
  change: (chunk: JsonObject, identity: CompletionIdentity, index: number, said: JsonObject) => JsonObject | undefined,
): (behaviour: Behaviour) => Behaviour {
  return patch('streaming', ({ chunk }) => ({
    chunk(said, identity, index) {
      const present = chunk(said, identity, index);
      return present === undefined ? undefined : change(present, identity, index, said);
    },
  }));
}
