import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { serveParent } from './child.ts';
import type { Pace } from './pace.ts';

/** Between the events of a stream: nothing, so that they are written together; one turn of the event loop; or forever after the first. */
const { pace } = JSON.parse(process.argv[2] ?? '{}') as { readonly pace: Pace };
const { streaming } = referenceBehaviour;

async function* paced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  for await (const events of streaming.readEvents(bytes)) {
    for (const [place, event] of events.entries()) {
      yield [event];
      // The first is the role; content begins with the second.
      if (pace === 'held' && place === 1) await new Promise(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

const behaviour =
  pace === 'together' ? referenceBehaviour : { ...referenceBehaviour, streaming: { ...streaming, readEvents: paced } };
const simulator = createSimulator({ behaviour });
serveParent(await simulator.listen());
