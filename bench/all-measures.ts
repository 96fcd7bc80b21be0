import { atLeast, atMost, type Finding } from './findings.ts';
import { besidePeers } from './measures/beside-peers.ts';
import { withDataFile } from './measures/data-file.ts';
import { jobRequestUs } from './measures/jobs.ts';
import { growthPerChat } from './measures/long-run.ts';
import { manyDeliveries } from './measures/many-deliveries.ts';
import { bareStreams, simulatorStreams } from './measures/open-streams.ts';
import { startUps } from './measures/start-up.ts';
import { suiteTime } from './measures/suite-time.ts';
import { type Comparison, compare, type Raced, recordAnswers } from './measures/throughput.ts';
import { webhookDayMs } from './measures/webhook-day.ts';
import { bytes, kibibytes, megabytes, microseconds, milliseconds, ratio, seconds, whole } from './shown.ts';

const openStreams = 5000;
const deliveries = 10_000;
const chats = 2_000_000;

const rates = ({ throughput: { perCpuSecond, perSecond } }: Raced) => `${whole(perCpuSecond)} (${whole(perSecond)})`;

function toBare(what: string, { simulator, bare }: Comparison, least: number): readonly Finding[] {
  return [
    atLeast(`${what}: simulator to bare Fastify`, bare.ratio, least, ratio),
    { what: `${what}: simulator, requests per CPU second (per second)`, measured: rates(simulator) },
    { what: `${what}: bare Fastify, the same`, measured: rates(bare) },
  ];
}

async function toPeers(what: string, form: 'json' | 'stream'): Promise<readonly Finding[]> {
  const found = await besidePeers(form);
  return found.map(({ name, raced }) => atLeast(`${what}: simulator to ${name}`, raced.ratio, 1, ratio));
}

async function streams(): Promise<readonly Finding[]> {
  const simulator = await simulatorStreams(openStreams);
  const bare = await bareStreams(openStreams, (await recordAnswers('held')).settings);
  const name = `resident memory per open stream, ${whole(openStreams)} open`;
  return [
    atMost(name, simulator.residentBytes, 28 * 1024, kibibytes),
    atMost('the same to bare Fastify', simulator.residentBytes / bare.residentBytes, 1.3, ratio),
    { what: 'the same, live objects and buffers alone', measured: kibibytes(simulator.liveBytes) },
    { what: 'the same of bare Fastify, resident', measured: kibibytes(bare.residentBytes) },
  ];
}

async function manyDue(): Promise<readonly Finding[]> {
  const { elapsedMs, cpuMs, residentBytes } = await manyDeliveries(deliveries);
  return [
    atMost(`a day with ${whole(deliveries)} deliveries due`, elapsedMs, 1000, seconds),
    atMost('resident memory of the server behind it', residentBytes, 200e6, megabytes),
    { what: 'processor time of the server for that day', measured: seconds(cpuMs) },
  ];
}

async function start(): Promise<readonly Finding[]> {
  const { simulator, bare } = await startUps();
  return [
    atMost('start of gateproof simulate to its first answer', simulator.elapsedMs, 150, milliseconds),
    { what: 'the same of a bare Fastify', measured: milliseconds(bare.elapsedMs) },
    ...(simulator.cpuMs === undefined || bare.cpuMs === undefined
      ? []
      : [
          atMost('processor time of that start to bare Fastify', simulator.cpuMs / bare.cpuMs, 1.2, ratio),
          { what: 'processor time of that start', measured: milliseconds(simulator.cpuMs) },
        ]),
  ];
}

async function suite(): Promise<readonly Finding[]> {
  const { suiteMs, quickMs, requests, loopMs } = await suiteTime();
  const loop = `suite to a bare loop of as many requests (${whole(requests)} in ${seconds(loopMs)})`;
  return [
    atMost('gateproof gateway, standard effort, whole command', suiteMs, 5_000, seconds),
    atMost('the same at quick effort', quickMs, 2_000, seconds),
    { what: loop, measured: ratio(suiteMs / loopMs) },
  ];
}

/** What is measured, by name, in order. */
export const measures: Readonly<Record<string, () => Promise<readonly Finding[]>>> = {
  json: async () => toBare('JSON', await compare({ form: 'json', pace: 'together' }), 0.6),
  'json-key': async () =>
    toBare('JSON, fresh Idempotency-Key', await compare({ form: 'json', pace: 'together', hasFreshKeys: true }), 0.4),
  'json-data': () =>
    withDataFile(async (data) =>
      toBare('JSON, data file', await compare({ form: 'json', pace: 'together', data }), 0.4),
    ),
  'json-peers': () => toPeers('JSON', 'json'),
  'sse-together': async () => {
    const found = await compare({ form: 'stream', pace: 'together' });
    return toBare(`${found.events} events together`, found, 0.7);
  },
  'sse-each': async () => {
    const found = await compare({ form: 'stream', pace: 'each' });
    return toBare(`${found.writes} events, each flushed`, found, 0.9);
  },
  'sse-peers': () => toPeers('events together', 'stream'),
  streams,
  'start-up': start,
  suite,
  webhooks: async () => [atMost('eight webhook attempts over a day', await webhookDayMs(), 50, milliseconds)],
  deliveries: manyDue,
  jobs: async () => [
    atMost('processor time of a request that submits or polls a job', await jobRequestUs(), 80, microseconds),
  ],
  heap: async () => [
    atMost(`growth of live memory for each of ${whole(chats)} conversations`, await growthPerChat(chats), 1, bytes),
  ],
};
