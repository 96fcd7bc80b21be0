import { randomInt } from 'node:crypto';
import { scriptOptions } from '../../repository/script-options.ts';
import { atMost, tableOf } from '../findings.ts';
import { runSoak, type SoakReport } from './soak-run.ts';

/**
 * `npm run soak -- [--seconds N] [--streams N] [--jobs N] [--seed S] [--data FILE]`: mixed load on a simulator in a process of its own, on loopback; exits 1
 * when something was lost, doubled, came to somebody else, leaked or did not end.
 */
const values = scriptOptions({
  seconds: { type: 'string', default: '600' },
  streams: { type: 'string', default: '5000' },
  jobs: { type: 'string', default: '2000' },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  data: { type: 'string' },
});
const [seconds = 0, streams = 0, jobs = 0] = [values.seconds, values.streams, values.jobs].map(Number);
if (![seconds, streams, jobs].every((number) => Number.isSafeInteger(number) && number >= 1)) {
  process.stderr.write('soak: --seconds, --streams and --jobs must be whole numbers of at least 1\n');
  process.exit(2);
}
const { seed, data } = values;
const print = (line: string) => process.stdout.write(`${line}\n`);
print(`soak: ${seconds} s, ${streams} streams and ${jobs} jobs at once, seed ${seed}`);
const report = await runSoak({ seconds, streams, jobs, seed, data, progress: (line) => print(`  ${line}`) });
const findings = findingsOf(report);
print(tableOf(findings));
for (const line of report.problems.slice(0, 20)) print(`  ${line}`);
if (report.trouble !== '') print(`  standard error: ${report.trouble}`);
process.exitCode = findings.every(({ holds }) => holds !== false) ? 0 : 1;

function findingsOf({ rounds, problems, end, ...report }: SoakReport) {
  const [first, last] = [rounds[0]?.empty, rounds.at(-1)?.empty];
  if (first === undefined || last === undefined) throw new Error('no round was made');
  const number = (value: number) => String(value);
  const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  const beginning = (word: string) => problems.filter((line) => line.startsWith(word)).length;
  const other = problems.filter((line) => !/^(lost|doubled|cross-talk)/.test(line)).length;
  return [
    { what: 'rounds', measured: number(rounds.length) },
    {
      what: 'streams opened, jobs, delivery attempts',
      measured: `${report.streamsOpened}, ${report.jobs}, ${report.attempts}`,
    },
    { what: 'heap with all of them open', measured: mebibytes(rounds.at(-1)?.loaded.heapUsed ?? 0) },
    { what: 'resident memory after the last round', measured: mebibytes(last.rss) },
    atMost('heap that stays, beyond the first round', last.heapUsed - first.heapUsed, 8 * 1024 ** 2, mebibytes),
    atMost('deliveries lost', beginning('lost'), 0, number),
    atMost('events doubled', beginning('doubled'), 0, number),
    atMost('answers or events of somebody else', beginning('cross-talk'), 0, number),
    atMost('other requests that went wrong', other, 0, number),
    atMost('sockets left', last.sockets, 0, number),
    atMost('timers left, beyond the first round', Math.max(0, last.timers - first.timers), 0, number),
    atMost('answers left open at the endpoint', report.leftAtEndpoint, 0, number),
    atMost(
      `end with streams open (${end.how})`,
      end.how === 'exit code 0' ? end.tookMs : Number.POSITIVE_INFINITY,
      10_000,
      (ms) => `${Math.round(ms)} ms`,
    ),
    atMost('streams open after the end', report.openAfterEnd, 0, number),
  ];
}
