import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { serveParent } from './child.ts';
import type { Pace } from './pace.ts';

export interface SimulatorSettings {
  readonly pace: Pace;
  /** A data file. */
  readonly data?: string;
}

/** What an event waits for: nothing; one turn of the event loop; or, from the third on, forever (the first is the role, content begins with the second). */
const paces: Readonly<Record<Pace, ((place: number) => Promise<void>) | undefined>> = {
  together: undefined,
  each: () => new Promise((resolve) => setImmediate(resolve)),
  held: (place) => (place < 2 ? Promise.resolve() : new Promise(() => undefined)),
};

const { pace, data } = JSON.parse(process.argv[2] ?? '{}') as SimulatorSettings;
const streaming = { ...referenceBehaviour.streaming, pace: paces[pace] };
const behaviour = pace === 'together' ? referenceBehaviour : { ...referenceBehaviour, streaming };
const simulator = createSimulator({ behaviour, ...(data === undefined ? {} : { data }) });
serveParent(await simulator.listen());
