import { spawnSync } from 'node:child_process';
import { scriptOptions } from '../script-options.ts';
import { type ProvenDate, provenDates } from './dates.ts';

/**
 * Runs the tests of the packages that read a clock, and the whole suite against the built-in simulator, at dates at which the calendar turns; exit code 1 unless
 * all pass at each. Options: `--only NAME` (may be given again; default: all dates), `--all` for the tests of all packages, `--effort quick` (default) or
 * `standard` of the suite. Needs `faketime`, a Debian package that starts a process at another date.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true },
  all: { type: 'boolean', default: false },
  effort: { type: 'string', default: 'quick' },
});
const longestMs = 600_000;

const names = provenDates.map(({ name }) => name);
const unknown = (values.only ?? []).filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`--only must be one of "${names.join('", "')}", not "${unknown}"`);

const readClocks = ['upstreams', 'simulator', 'inspector', 'harness', 'suites'];
const projects = values.all ? ['!slow', '!repository'] : readClocks;

const commands = {
  tests: ['vitest', 'run', '--reporter', 'dot', ...projects.flatMap((name) => ['--project', name])],
  suite: ['gateproof', 'gateway', '--effort', values.effort],
};

/** Runs a command at a date. */
function runAt({ startsAt, timeZone }: ProvenDate, command: readonly string[]) {
  // Without CI, in which no target is a mistake: here, the built-in simulator is meant.
  const { CI: _, ...environment } = process.env;
  // In seconds since the epoch: any other form would be read in the time zone, where one hour comes twice.
  const startsAtS = Date.parse(startsAt) / 1000;
  const { status, stdout, stderr, error } = spawnSync('faketime', ['-f', `@${startsAtS}`, ...command], {
    env: { ...environment, FAKETIME_FMT: '%s', TZ: timeZone },
    encoding: 'utf8',
    timeout: longestMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw new Error(`${error.message}; faketime is a package of Debian's`);
  return { isGreen: status === 0, printed: stdout + stderr };
}

/** Throws unless a process really starts at the date: otherwise all would be green on any date. */
function mustStartAt(date: ProvenDate): void {
  const { printed } = runAt(date, ['date', '+%s']);
  const lateS = Number(printed) - Date.parse(date.startsAt) / 1000;
  if (!(lateS >= 0 && lateS < 5)) throw new Error(`a process to start at ${date.startsAt} starts at ${printed}`);
}

for (const date of provenDates) {
  if (values.only !== undefined && !values.only.includes(date.name)) continue;
  mustStartAt(date);
  for (const [what, command] of Object.entries(commands)) {
    const { isGreen, printed } = runAt(date, ['npx', ...command]);
    if (!isGreen) process.stdout.write(`${printed}\n`);
    process.stdout.write(`${date.name} (${date.startsAt}, ${date.timeZone}): ${what} ${isGreen ? 'ok' : 'FAILED'}\n`);
    if (!isGreen) process.exitCode = 1;
  }
}
