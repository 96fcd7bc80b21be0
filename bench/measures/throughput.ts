import { answerOf, type Form, load } from '../load.ts';
import type { BareSettings } from '../servers/bare-server.ts';
import type { Pace } from '../servers/pace.ts';
import { type Server, startServer } from '../servers/start-server.ts';
import { median } from './median.ts';

export interface Throughput {
  /** Requests per second of the server's processor time. */
  readonly perCpuSecond: number;
  readonly perSecond: number;
}

export interface Comparison {
  readonly simulator: Throughput;
  readonly bare: Throughput;
  /** Of `perCpuSecond`: simulator to bare; the median of the rounds. */
  readonly ratio: number;
  readonly events: number;
}

const warmUpMs = 1500;
const roundMs = 1500;
const rounds = 5;

/** The answers of a simulator, for a bare server that gives the same bytes. */
export async function recordAnswers(pace: Pace): Promise<BareSettings> {
  const simulator = await startServer('simulator', { pace: 'together' });
  try {
    const [json, stream] = [await answerOf(simulator.url, 'json'), await answerOf(simulator.url, 'stream')];
    const events = stream.split(/(?<=\n\n)/);
    return { pace, json, events };
  } finally {
    await simulator.close();
  }
}

/** Measures a simulator and a bare Fastify that answers the same bytes, turn by turn, so that a busy machine hits both. */
export async function compare(form: Form, pace: Pace): Promise<Comparison> {
  const settings = await recordAnswers(pace);
  const servers = { simulator: await startServer('simulator', { pace }), bare: await startServer('bare', settings) };
  try {
    for (const { url } of Object.values(servers)) await load(url, form, { ms: warmUpMs });
    const measured: { simulator: Throughput; bare: Throughput }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({ simulator: await measure(servers.simulator, form), bare: await measure(servers.bare, form) });
    }
    const middle = (of: (one: (typeof measured)[number]) => number) => median(measured.map(of));
    return {
      simulator: {
        perCpuSecond: middle(({ simulator }) => simulator.perCpuSecond),
        perSecond: middle(({ simulator }) => simulator.perSecond),
      },
      bare: { perCpuSecond: middle(({ bare }) => bare.perCpuSecond), perSecond: middle(({ bare }) => bare.perSecond) },
      ratio: middle(({ simulator, bare }) => simulator.perCpuSecond / bare.perCpuSecond),
      events: settings.events.length,
    };
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  }
}

async function measure(server: Server, form: Form): Promise<Throughput> {
  const before = await server.usage();
  const { requests, elapsedMs } = await load(server.url, form, { ms: roundMs });
  const after = await server.usage();
  return { perCpuSecond: (requests / (after.cpuMs - before.cpuMs)) * 1000, perSecond: (requests / elapsedMs) * 1000 };
}
