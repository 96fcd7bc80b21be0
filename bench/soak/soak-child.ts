import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createSimulator } from '@gateproof/simulator';
import { dayMs } from '@gateproof/spec';
import type { Usage } from './soaked-gateway.ts';

/** Entry of the process under load. It ends by itself once it has been asked to with SIGTERM: a timer or a socket that leaks would hold it open. */
const [seed, data] = process.argv.slice(2);
// Clocks are moved by days while streams and jobs are open; an endpoint is not silent for longer than this.
const limits = { upstreamTimeoutMs: 3_000 * dayMs, requestTimeoutMs: 3_000 * dayMs, mediaTimeoutMs: 3_000 * dayMs };
const simulator = createSimulator({ seed: seed ?? 'soak', ...limits, ...(data === undefined ? {} : { data }) });
const url = await simulator.listen();
process.once('SIGTERM', () => {
  process.disconnect();
  void simulator.close();
});
const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();
process.on('message', () => {
  const stallMs = delay.max / 1e6;
  delay.reset();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const open = process.getActiveResourcesInfo();
  const count = (kind: string) => open.filter((one) => one === kind).length;
  const sockets = count('TCPSocketWrap') + count('TLSWrap');
  const usage: Usage = { heapUsed, rss, sockets, timers: count('Timeout'), stallMs };
  process.send?.(usage);
});
process.send?.({ url });
