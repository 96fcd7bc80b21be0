import { type Behaviour, type CompletionIdentity, patch } from '@gateproof/simulator/behaviour';
import { insideEach } from './reshape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

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

export function inDeltas(
  change: (delta: JsonObject, identity: CompletionIdentity) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return inChunks((chunk, identity) =>
    insideEach(chunk, 'choices', (choice) => ({ ...choice, delta: change(choice.delta as JsonObject, identity) })),
  );
}

/** Changes the text of content deltas. */
export function inContent(
  change: (text: string, identity: CompletionIdentity) => string,
): (behaviour: Behaviour) => Behaviour {
  return inDeltas((delta, identity) =>
    typeof delta.content === 'string' ? { ...delta, content: change(delta.content, identity) } : delta,
  );
}
