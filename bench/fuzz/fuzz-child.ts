import { createSimulator } from '@gateproof/simulator';

/** Entry of the process that is fuzzed. Reports where it listens, and, whenever it is asked, how much memory it holds. */
const simulator = createSimulator({ seed: 'fuzz' });
const url = await simulator.listen();
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
