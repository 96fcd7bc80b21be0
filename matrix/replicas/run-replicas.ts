import type { ResultDocument } from '@gateproof/harness';
import { referenceBehaviour } from '@gateproof/simulator';
import { loadSharedState } from '@gateproof/spec';
import { scriptOptions } from '../../repository/script-options.ts';
import { runUnder } from '../run-under.ts';
import type { ProcessDeviation } from './process-deviation.ts';
import { processDeviations } from './process-deviations.ts';

/**
 * Lets each process of the simulator keep something to itself, and judges it twice: at several addresses, where the rules that show it must fail, and
 * at one, where no rule may. First the reference itself at several addresses, where no rule may either.
 * Options: `--only <id prefix>` (repeatable), `--addresses N` (default 2), `--seed N`, `--quick` a third of the cases, `--own` the
 * deviation's own rules alone. Prints a line for each run, then the count; exits 1 when any came out otherwise.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  addresses: { type: 'string', default: '2' },
  seed: { type: 'string', default: '42' },
  own: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
});

const runLimitMs = 600_000;
const several = Number(values.addresses);
const red: ReadonlySet<string> = new Set(['fail', 'flaky', 'inconclusive', 'error']);

const reference: ProcessDeviation = { id: 'reference', apply: (behaviour) => behaviour };
const rulesOf = new Map(loadSharedState().map(({ id, rules }) => [id, rules]));
const chosen = [reference, ...processDeviations].filter(({ id }) =>
  values.only.some((prefix) => id.startsWith(prefix)),
);

let odd = 0;
for (const deviation of chosen) {
  const atSeveral = redOf(await judged(deviation, several));
  const isFine = rulesOf.get(deviation.id)?.every((rule) => atSeveral.get(rule) === 'fail') ?? atSeveral.size === 0;
  report(deviation, `${several} addresses`, atSeveral, isFine);
  if (deviation === reference) continue;
  const atOne = redOf(await judged(deviation, 1));
  report(deviation, '1 address', atOne, atOne.size === 0);
}
process.stdout.write(`${chosen.length} judged, ${odd} runs not as they should be\n`);
process.exitCode = odd === 0 ? 0 : 1;

function judged({ id, apply }: ProcessDeviation, addresses: number): Promise<ResultDocument> {
  const only = values.own ? rulesOf.get(id) : undefined;
  return runUnder(apply(referenceBehaviour), Number(values.seed), {
    addresses,
    effort: values.quick ? 'quick' : 'standard',
    runLimitMs,
    ...(only === undefined ? {} : { only }),
  });
}

function redOf({ rules }: ResultDocument): ReadonlyMap<string, string> {
  return new Map(rules.filter(({ verdict }) => red.has(verdict)).map(({ rule, verdict }) => [rule, verdict]));
}

function report({ id }: ProcessDeviation, where: string, reds: ReadonlyMap<string, string>, isFine: boolean): void {
  if (!isFine) odd += 1;
  const shown = [...reds].map(([rule, verdict]) => (verdict === 'fail' ? rule : `${rule}=${verdict}`));
  process.stdout.write(`${isFine ? 'ok ' : 'ODD'} ${id} at ${where}: ${shown.join(' ') || 'nothing red'}\n`);
}
