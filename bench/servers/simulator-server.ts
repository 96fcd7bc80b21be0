import { createSimulator } from '@gateproof/simulator';
import { serveParent } from './child.ts';
import type { Pace } from './pace.ts';
import { pacedOptions } from './paced-options.ts';

export interface SimulatorSettings {
  readonly pace: Pace;
  /** A data file. */
  readonly data?: string;
}

const { pace, data } = JSON.parse(process.argv[2] ?? '{}') as SimulatorSettings;
const simulator = createSimulator({ ...pacedOptions[pace], ...(data === undefined ? {} : { data }) });
serveParent(await simulator.listen());
