import { answerOf } from '../load.ts';
import { startServer } from '../servers/start-server.ts';
import { median } from './median.ts';

const starts = 5;

/** From the start of a process to the simulator's first whole answer, in ms; the middle of five. */
export async function startUpMs(): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const startedAt = performance.now();
    const server = await startServer('simulator', { pace: 'together' });
    await answerOf(server.url, 'json');
    times.push(performance.now() - startedAt);
    await server.close();
  }
  return median(times);
}
