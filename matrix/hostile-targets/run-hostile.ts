import { openTarget, type ResultDocument, runSuite, UnreachableError } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { scriptOptions } from '../../repository/script-options.ts';
import { clock } from '../clock.ts';
import { brokenFaultProfiles } from './broken-fault-profiles.ts';
import type { FaultProfile } from './fault-profile.ts';
import { HostileTarget } from './hostile-target.ts';
import { legalFaultProfiles } from './legal-fault-profiles.ts';

/**
 * The gateway suite against targets that are hard to deal with: the simulator, reached through a proxy that is slow, loses connections, limits
 * rates, restarts, exits, hangs, or says what is no answer. No rule may fail on a target that keeps the contract, every run ends
 * within its limits and keeps what it found, and the report names what a broken target does. Options: `--only <id prefix>` (repeatable), `--bare` (URL and key alone, no
 * testbed), `--rules <id prefix>` (repeatable), `--seed N`, `--limit S` for the longest run in seconds, `--verbose` for every red rule. Exits 1 when a run comes to something else than its profile says.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  bare: { type: 'boolean', default: false },
  seed: { type: 'string', default: '42' },
  rules: { type: 'string', multiple: true, default: [''] },
  limit: { type: 'string', default: '240' },
  verbose: { type: 'boolean', default: false },
});

/** Time beyond its limit that a run may take to write down what it found, in ms. */
const graceMs = 30_000;
const seed = Number(values.seed);
const runLimitMs = Number(values.limit) * 1000;
const catalogue = loadRules().filter(({ party }) => party === 'gateway');
const rules = catalogue.filter(({ id }) => values.rules.some((start) => id.startsWith(start)));
const print = (line: string) => process.stdout.write(`${line}\n`);

const profiles = [...legalFaultProfiles, ...brokenFaultProfiles].filter(({ id }) =>
  values.only.some((start) => id.startsWith(start)),
);
let wrong = 0;
for (const profile of profiles) {
  const beganMs = clock.nowMs();
  const outcome = await runAgainst(profile);
  const tookMs = clock.nowMs() - beganMs;
  const faults = faultsOf(profile, outcome, tookMs);
  wrong += faults.length === 0 ? 0 : 1;
  print(
    `${faults.length === 0 ? 'right' : 'WRONG'} ${profile.id}: exit ${outcome.exitCode}, ${(tookMs / 1000).toFixed(1)} s, ${outcome.summary}`,
  );
  for (const line of values.verbose ? outcome.redLines : faults) print(`      ${line}`);
}
print(`${profiles.length} targets, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

interface Outcome {
  readonly exitCode: number;
  readonly summary: string;
  /** Everything that the run says beside its verdicts. */
  readonly words: string;
  readonly kept: number;
  readonly redLines: readonly string[];
}

async function runAgainst(profile: FaultProfile): Promise<Outcome> {
  const hostile = await HostileTarget.open(profile, seed);
  try {
    return outcomeOf(await judge(hostile));
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { exitCode: 4, summary: error.message, words: error.message, kept: 0, redLines: [] };
  } finally {
    await hostile.close();
  }
}

async function judge(hostile: HostileTarget): Promise<ResultDocument> {
  const target = await openTarget({
    kind: 'url',
    baseUrl: hostile.baseUrl,
    prefix: 'svc',
    key: hostile.defaultKey,
    testbedUrl: values.bare ? undefined : `${hostile.baseUrl}/_testbed/v1`,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs: 5_000,
    model: values.bare ? 'gateproof/echo' : undefined,
    runId: 'hostile',
    arguments: [],
  });
  const run = { suite: gatewaySuite, rules, catalogue, toolVersion: 'hostile', runId: 'hostile', seed };
  try {
    return await runSuite({ target, ...run, runLimitMs, shrinkLimitMs: 1_000 });
  } finally {
    await target.close();
  }
}

function outcomeOf({ rules, summary, run, notes }: ResultDocument): Outcome {
  const { verdicts } = summary;
  const counts = Object.entries(verdicts).filter(([, count]) => count > 0);
  const red = rules.filter(({ verdict }) => !['pass', 'warn', 'not-applicable'].includes(verdict));
  return {
    exitCode: summary.exitCode,
    summary: counts.map(([verdict, count]) => `${count} ${verdict}`).join(', '),
    words: [run.cutShort?.sentence ?? '', ...summary.causes.map(({ sentence }) => sentence), ...notes].join('\n'),
    kept: verdicts.pass + verdicts.warn,
    redLines: red.map(({ rule, verdict, reason, failure }) => {
      const said =
        failure === undefined ? (reason ?? '') : `expected ${failure.expected}; observed ${failure.observed}`;
      return `${verdict} ${rule}: ${said}`.slice(0, 330);
    }),
  };
}

function faultsOf({ exits, says, keeps = 0 }: FaultProfile, outcome: Outcome, tookMs: number): string[] {
  const faults: string[] = [];
  if (!exits.includes(outcome.exitCode)) {
    faults.push(`exit ${outcome.exitCode} rather than ${exits.join(' or ')}`, ...outcome.redLines.slice(0, 12));
  }
  // Whatever a target does, the harness itself must not fail.
  faults.push(...outcome.redLines.filter((line) => line.startsWith('error ')));
  if (says !== undefined && !says.test(outcome.words))
    faults.push(`it does not say ${says}: ${outcome.words.slice(0, 300)}`);
  if (!values.bare && rules.length === catalogue.length && outcome.kept < keeps) {
    faults.push(`only ${outcome.kept} rules kept, ${keeps} wanted`, ...outcome.redLines.slice(0, 12));
  }
  if (tookMs > runLimitMs + graceMs) faults.push(`it took longer than its limit of ${runLimitMs / 1000} s`);
  return faults;
}
