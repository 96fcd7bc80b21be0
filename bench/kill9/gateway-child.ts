import { once } from 'node:events';
import { createSimulator } from '@gateproof/simulator';
import { dayMs } from '@gateproof/spec';

/** Entry of the process that is killed: once it gets the word, it serves from a data file and says where. */
const [data, seed] = process.argv.slice(2);
if (data === undefined || seed === undefined) throw new Error('gateway-child.ts wants a data file and a seed');
await once(process.stdin, 'data');
// The clock is moved by hours while requests run; an endpoint is not silent for longer than this.
const limits = { upstreamTimeoutMs: 30 * dayMs, requestTimeoutMs: 30 * dayMs, mediaTimeoutMs: 300 * dayMs };
const simulator = createSimulator({ data, seed, ...limits });
process.stdout.write(`${await simulator.listen()}\n`);
// The parent has gone: nobody would end this process any more.
process.stdin.on('end', () => process.exit(0)).resume();
