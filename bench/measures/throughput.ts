import { answerOf, bodies, eventsOf, load, longStreamBody } from '../load.ts';
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

/** What a bare server answers to be as a simulator, and the streaming request that was answered so. */
export interface Recording {
  readonly settings: BareSettings;
  readonly streamBody: string;
}

/** Records a simulator's answers, for a bare server that gives the same bytes. */
export async function recordAnswers(pace: Pace): Promise<Recording> {
  const simulator = await startServer('simulator', { pace: 'together' });
  try {
    const streamBody = await longStreamBody(simulator.url);
    const json = await answerOf(simulator.url, bodies.json);
    return { settings: { pace, json, events: eventsOf(await answerOf(simulator.url, streamBody)) }, streamBody };
  } finally {
    await simulator.close();
  }
}

/** Measures a simulator and a bare Fastify that answers the same bytes, turn by turn, so that a busy machine hits both. */
export async function compare(form: 'json' | 'stream', pace: Pace): Promise<Comparison> {
  const { settings, streamBody } = await recordAnswers(pace);
  const body = form === 'json' ? bodies.json : streamBody;
  const servers = { simulator: await startServer('simulator', { pace }), bare: await startServer('bare', settings) };
  try {
    for (const { url } of Object.values(servers)) await load(url, body, { ms: warmUpMs });
    const measured: { simulator: Throughput; bare: Throughput }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({ simulator: await measure(servers.simulator, body), bare: await measure(servers.bare, body) });
    }
    return { ...summarised(measured), events: settings.events.length };
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  }
}

type Round = Pick<Comparison, 'simulator' | 'bare'>;

function summarised(measured: readonly Round[]): Omit<Comparison, 'events'> {
  const middle = (of: (round: Round) => number) => median(measured.map(of));
  const throughput = (name: keyof Round): Throughput => ({
    perCpuSecond: middle((round) => round[name].perCpuSecond),
    perSecond: middle((round) => round[name].perSecond),
  });
  const ratio = middle(({ simulator, bare }) => simulator.perCpuSecond / bare.perCpuSecond);
  return { simulator: throughput('simulator'), bare: throughput('bare'), ratio };
}

async function measure(server: Server, body: string): Promise<Throughput> {
  const before = await server.usage();
  const { requests, elapsedMs } = await load(server.url, body, { ms: roundMs });
  const after = await server.usage();
  return { perCpuSecond: (requests / (after.cpuMs - before.cpuMs)) * 1000, perSecond: (requests / elapsedMs) * 1000 };
}
