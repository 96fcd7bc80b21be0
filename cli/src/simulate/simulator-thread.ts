import { parentPort, workerData } from 'node:worker_threads';
import { createSimulator } from '@gateproof/simulator';
import { type SimulatorSettings, simulatorOptions } from './simulator-settings.ts';

/** Entry of the thread in which the built-in target runs: sends where it listens, and ends on any message. */
async function serve(): Promise<void> {
  const simulator = createSimulator(await simulatorOptions(workerData as SimulatorSettings));
  const baseUrl = await simulator.listen();
  parentPort?.once('message', () => {
    simulator.close().finally(() => parentPort?.close());
  });
  parentPort?.postMessage({ baseUrl, key: simulator.defaultKey });
}

await serve();
