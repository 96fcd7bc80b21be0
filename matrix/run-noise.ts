import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { referenceBehaviour } from '@gateproof/simulator';
import { scriptOptions } from '../repository/script-options.ts';
import { judgeRun, nothingMayFail } from './judge-run.ts';
import { runUnder } from './run-under.ts';

/**
 * Noise: the whole gateway suite against the simulator with one seed after another must never turn red, whatever else the machine does.
 * Options: `--runs N` (default 10), `--seed N` of the first run (default 1), `--load` keeps every core busy beside the runs,
 * `--effort quick` takes a third of the cases. Prints a line for each run that turned red, then the counts and the longest run; exits 1 when any did.
 */
const values = scriptOptions({
  runs: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  load: { type: 'boolean', default: false },
  effort: { type: 'string', default: 'standard' },
});

if (values.effort !== 'standard' && values.effort !== 'quick') throw new Error('--effort is quick or standard');
const { effort } = values;
const firstSeed = Number(values.seed);
const runs = Number(values.runs);
const print = (line: string) => process.stdout.write(`${line}\n`);
const burners = values.load ? Array.from({ length: availableParallelism() }, burn) : [];
let red = 0;
let longestMs = 0;
try {
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const document = await runUnder(referenceBehaviour, seed, {
      effort,
      requestTimeoutMs: 10_000,
      runLimitMs: 600_000,
    });
    const { unexpected } = judgeRun({ id: 'simulator', breaks: undefined, mayFail: nothingMayFail }, document);
    longestMs = Math.max(longestMs, document.run.durationMs);
    if (unexpected.length === 0) continue;
    red += 1;
    print(`seed ${seed}: ${unexpected.join(' ')}`);
  }
} finally {
  for (const burner of burners) burner.kill();
}
print(
  `${runs} runs${effort === 'quick' ? ' at quick effort' : ''} from seed ${firstSeed}${values.load ? ` beside ${burners.length} busy processes` : ''}: ${red} red, the longest took ${Math.round(longestMs / 1000)} s`,
);
process.exitCode = red === 0 ? 0 : 1;

/** A process that does nothing but keep a core busy, until it is ended or this process is gone. */
function burn(): ChildProcess {
  const endless =
    'process.on("disconnect", () => process.exit()); (function spin() { for (let i = 0; i < 1e7; i += 1); setImmediate(spin); })();';
  return spawn(process.execPath, ['--eval', endless], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}
