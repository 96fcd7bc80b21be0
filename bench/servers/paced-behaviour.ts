import { type Behaviour, referenceBehaviour } from '@gateproof/simulator';
import type { Pace } from './pace.ts';

/** What an event waits for: nothing; one turn of the event loop; or, from the third on, forever (the first is the role, content begins with the second). */
const waits: Readonly<Record<Pace, ((place: number) => Promise<void>) | undefined>> = {
  together: undefined,
  each: () => new Promise((resolve) => setImmediate(resolve)),
  held: (place) => (place < 2 ? Promise.resolve() : new Promise(() => undefined)),
};

/** The reference, but that each event of an endpoint is passed on by itself once it has waited. */
export function pacedBehaviour(pace: Pace): Behaviour {
  const wait = waits[pace];
  if (wait === undefined) return referenceBehaviour;
  const { streaming } = referenceBehaviour;
  const readEvents = (bytes: AsyncIterable<Uint8Array>) => oneByOne(streaming.readEvents(bytes), wait);
  return { ...referenceBehaviour, streaming: { ...streaming, readEvents } };
}

async function* oneByOne(
  read: AsyncIterable<readonly string[]>,
  wait: (place: number) => Promise<void>,
): AsyncGenerator<readonly string[]> {
  let place = 0;
  for await (const events of read) {
    for (const event of events) {
      await wait(place);
      place += 1;
      yield [event];
    }
  }
}
