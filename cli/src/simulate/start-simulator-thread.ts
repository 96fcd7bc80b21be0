import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SimulatorSettings } from './simulator-settings.ts';

/** A simulator that listens in a thread of its own, so that it and the harness do not wait for each other. */
export interface SimulatorThread {
  readonly baseUrl: string;
  readonly key: string;
  close(): Promise<void>;
}

/** Starts the built-in target. Throws what the thread threw when it could not start. */
export async function startSimulatorThread(settings: SimulatorSettings): Promise<SimulatorThread> {
  const entry = import.meta.url.endsWith('.ts') ? './simulator-thread.ts' : './simulator-thread.js';
  const worker = new Worker(new URL(entry, import.meta.url), { workerData: settings });
  const [started] = (await once(worker, 'message')) as [{ baseUrl: string; key: string }];
  const exited = once(worker, 'exit');
  return {
    ...started,
    async close() {
      worker.postMessage('close');
      await exited;
    },
  };
}
