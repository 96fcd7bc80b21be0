import { answerOf, eventsOf, jsonBody, load, type Sent, streamBody } from '../load.ts';
import type { BareSettings } from '../servers/bare-server.ts';
import { type Pace, pacedTokens, tokenPieces } from '../servers/pace.ts';
import { type Server, startServer } from '../servers/start-server.ts';
import { median } from './median.ts';

export interface Throughput {
  /** Requests per second of the server's processor time. */
  readonly perCpuSecond: number;
  readonly perSecond: number;
}

/** A server that takes its turns, and what it is sent. */
export interface Contender {
  readonly server: Server;
  readonly sent: Sent;
}

export interface Raced {
  /** The medians of the rounds. */
  readonly throughput: Throughput;
  /** Of `perCpuSecond`, the first contender's to this one's; the median of the rounds. */
  readonly ratio: number;
}

const warmUpMs = 1500;
const roundMs = 1500;
const rounds = 5;

/** What a bare server answers to be as a simulator, the streaming request that was answered so, and in how many writes. */
export interface Recording {
  readonly settings: BareSettings;
  readonly streamBody: string;
  readonly writes: number;
}

/** Of a stream: together they are twenty events, by themselves twenty writes. */
const tokens: Readonly<Record<Pace, number>> = { together: 17, each: pacedTokens, held: pacedTokens };

/** Records a simulator's answers, for a server that gives the same bytes. */
export async function recordAnswers(pace: Pace): Promise<Recording> {
  const simulator = await startServer('simulator', { pace: 'together' });
  try {
    const asked = streamBody(tokens[pace]);
    const json = await answerOf(simulator.url, jsonBody);
    const events = eventsOf(await answerOf(simulator.url, asked));
    const writes = pace === 'together' ? 1 : tokenPieces(events).length;
    return { settings: { pace, json, events }, streamBody: asked, writes };
  } finally {
    await simulator.close();
  }
}

/** Which way a conversation is sent to the simulator, and what stands beside it. */
export interface Comparing {
  readonly form: 'json' | 'stream';
  readonly pace: Pace;
  readonly hasFreshKeys?: boolean;
  /** A data file of the simulator's. */
  readonly data?: string;
}

export interface Comparison {
  readonly simulator: Raced;
  readonly bare: Raced;
  readonly events: number;
  readonly writes: number;
}

/** Measures a simulator in turns with a bare Fastify that answers the same bytes. */
export async function compare({ form, pace, hasFreshKeys = false, data }: Comparing): Promise<Comparison> {
  const { settings, streamBody: asked, writes } = await recordAnswers(pace);
  const sent = { body: form === 'json' ? jsonBody : asked, hasFreshKeys };
  const simulatorServer = await startServer('simulator', { pace, ...(data === undefined ? {} : { data }) });
  const bareServer = await startServer('bare', settings);
  const [simulator, bare] = await race([
    { server: simulatorServer, sent },
    { server: bareServer, sent },
  ]);
  if (simulator === undefined || bare === undefined) throw new Error('a contender was lost');
  return { simulator, bare, events: settings.events.length, writes };
}

/** Measures servers turn by turn, so that a busy machine hits all of them. Closes them. */
export async function race(contenders: readonly Contender[]): Promise<readonly Raced[]> {
  try {
    for (const { server, sent } of contenders) await load(server.url, sent, { ms: warmUpMs });
    const measured: Throughput[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const turn: Throughput[] = [];
      for (const contender of contenders) turn.push(await measure(contender));
      measured.push(turn);
    }
    return contenders.map((_, place) => summarised(measured, place));
  } finally {
    await Promise.all(contenders.map(({ server }) => server.close()));
  }
}

function summarised(measured: readonly (readonly Throughput[])[], place: number): Raced {
  const middle = (of: (turn: readonly Throughput[]) => number | undefined) =>
    median(measured.flatMap((turn) => of(turn) ?? []));
  return {
    throughput: {
      perCpuSecond: middle((turn) => turn[place]?.perCpuSecond),
      perSecond: middle((turn) => turn[place]?.perSecond),
    },
    ratio: middle((turn) => (turn[0]?.perCpuSecond ?? 0) / (turn[place]?.perCpuSecond ?? 0)),
  };
}

async function measure({ server, sent }: Contender): Promise<Throughput> {
  const before = await server.usage();
  const { requests, elapsedMs } = await load(server.url, sent, { ms: roundMs });
  const after = await server.usage();
  return { perCpuSecond: (requests / (after.cpuMs - before.cpuMs)) * 1000, perSecond: (requests / elapsedMs) * 1000 };
}
