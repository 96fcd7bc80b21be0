/**
 * `npm run bench`: measures the simulator and the suite on this machine and holds the numbers against the project's ratchets. Takes about two
 * minutes; `--only WORD` runs the measures whose name has the word. Load comes from this process, over loopback; each server has a process of its own.
 */
import { cpus, loadavg } from 'node:os';
import { atLeast, atMost, type Finding, tableOf } from './findings.ts';
import { bareStreams, simulatorStreams } from './measures/open-streams.ts';
import { startUp } from './measures/start-up.ts';
import { suiteTime } from './measures/suite-time.ts';
import { type Comparison, compare, recordAnswers } from './measures/throughput.ts';
import { webhookDayMs } from './measures/webhook-day.ts';

/** As many as the ratchet speaks of. */
const streams = 5000;
const ratio = (value: number) => value.toFixed(2);
const milliseconds = (value: number) => `${Math.round(value)} ms`;
const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
const kibibytes = (value: number) => `${(value / 1024).toFixed(1)} KiB`;
const whole = (value: number) => Math.round(value).toLocaleString('en');

function throughput(what: string, { simulator, bare, ratio: share }: Comparison, least: number): readonly Finding[] {
  const told = ({ perCpuSecond, perSecond }: Comparison['bare']) => `${whole(perCpuSecond)} (${whole(perSecond)})`;
  return [
    atLeast(`${what}: simulator to bare Fastify`, share, least, ratio),
    { what: `${what}: simulator, requests per CPU second (per second)`, measured: told(simulator) },
    { what: `${what}: bare Fastify, the same`, measured: told(bare) },
  ];
}

/** What is measured, by name, in order. */
const measures: Readonly<Record<string, () => Promise<readonly Finding[]>>> = {
  json: async () => throughput('JSON', await compare('json', 'together'), 0.6),
  'sse-together': async () => {
    const found = await compare('stream', 'together');
    return throughput(`${found.events} events together`, found, 0.7);
  },
  'sse-each': async () => {
    const found = await compare('stream', 'each');
    return throughput(`${found.events} events, each flushed`, found, 0.95);
  },
  'start-up': async () => {
    const { elapsedMs, cpuMs } = await startUp();
    const cpu = cpuMs === undefined ? [] : [{ what: 'processor time of that start', measured: milliseconds(cpuMs) }];
    return [atMost('start of gateproof simulate to its first answer', elapsedMs, 250, milliseconds), ...cpu];
  },
  streams: async () => {
    const simulator = await simulatorStreams(streams);
    const bare = await bareStreams(streams, (await recordAnswers('held')).settings);
    const name = `resident memory per open stream, ${whole(streams)} open`;
    return [
      atMost(name, simulator.residentBytes, 24 * 1024, kibibytes),
      { what: 'the same, live objects and buffers alone', measured: kibibytes(simulator.liveBytes) },
      { what: 'the same of bare Fastify, resident', measured: kibibytes(bare.residentBytes) },
    ];
  },
  webhooks: async () => [atMost('eight webhook attempts over a day', await webhookDayMs(), 50, milliseconds)],
  suite: async () => {
    const { suiteMs, requests, loopMs } = await suiteTime();
    return [
      atMost('whole suite against the simulator, standard effort', suiteMs, 20_000, seconds),
      atMost(
        `suite to a bare loop of as many requests (${whole(requests)} in ${seconds(loopMs)})`,
        suiteMs / loopMs,
        1.25,
        ratio,
      ),
    ];
  },
};

const place = process.argv.indexOf('--only');
const only = place < 0 ? '' : (process.argv[place + 1] ?? '');
const selected = Object.entries(measures).filter(([name]) => name.includes(only));
if (selected.length === 0) {
  process.stderr.write(`bench: no measure is called ${only}; there are ${Object.keys(measures).join(', ')}\n`);
  process.exit(2);
}
const busy = () => (loadavg()[0] ?? 0).toFixed(1);
const busyBefore = busy();
const findings: Finding[] = [];
for (const [name, measure] of selected) {
  process.stderr.write(`measuring ${name}\n`);
  findings.push(...(await measure()));
}
const broken = findings.filter(({ holds }) => holds === false).length;
const held = findings.filter(({ holds }) => holds === true).length;
const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
process.stdout.write(`${machine}, load ${busyBefore} before and ${busy()} after\n\n${tableOf(findings)}\n\n`);
process.stdout.write(`${held} of ${held + broken} ratchets hold.\n`);
process.exit(0);
