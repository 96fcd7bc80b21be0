import type { JudgedMutant } from './mutant.ts';
import { alive, type Explanation, explains, type Kind, kinds, loadExplanations, loadResult } from './survivors.ts';

const judged = loadResult();
const explanations = loadExplanations();
const kindOf = (mutant: JudgedMutant): Kind | undefined => explanations.find((one) => explains(one, mutant))?.kind;

const folderOf = ({ file }: JudgedMutant) => file.replace('simulator/src/', '').replace(/\/[^/]+$/, '');
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((1000 * part) / whole) / 10} %`);
const code = (text: string) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;

interface Tally {
  readonly all: number;
  readonly killed: number;
  readonly crashed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly forbidden: number;
  readonly dead: number;
}

/** What the contract forbids: mutants that are dead, holes, and holes that were mended. */
function tally(mutants: readonly JudgedMutant[]): Tally {
  const count = (fate: string) => mutants.filter((mutant) => mutant.fate === fate).length;
  const survivors = mutants.filter(({ fate }) => alive.has(fate));
  const dead = mutants.length - survivors.length;
  const missed = survivors.filter((mutant) => [undefined, 'hole'].includes(kindOf(mutant))).length;
  const mended = survivors.filter((mutant) => ['mended', 'standard'].includes(kindOf(mutant) ?? '')).length;
  return {
    all: mutants.length,
    killed: count('killed'),
    crashed: count('crashed'),
    timedOut: count('timed out'),
    survived: survivors.length,
    forbidden: dead + missed + mended,
    dead: dead + mended,
  };
}

function row(name: string, mutants: readonly JudgedMutant[]): string {
  const { all, killed, crashed, timedOut, survived, forbidden, dead } = tally(mutants);
  return `| ${name} | ${all} | ${killed} | ${crashed + timedOut} | ${survived} | ${percent(all - survived, all)} | ${percent(dead, forbidden)} |`;
}

const folders = [...new Set(judged.map(folderOf))].sort();
const survivors = judged.filter(({ fate }) => alive.has(fate));
const ofKind = (kind: Kind) => survivors.filter((mutant) => kindOf(mutant) === kind);

function explained(explanation: Explanation): string {
  const listed = survivors.filter((mutant) => explains(explanation, mutant));
  const changes = listed.map(
    ({ text, replacement }) => `${code(text)} → ${replacement === '' ? 'nothing' : code(replacement)}`,
  );
  return `- ${explanation.file.replace('simulator/src/', '')}: ${explanation.reason}\n${changes.map((change) => `  - ${change}`).join('\n')}`;
}

const section = (kind: Kind) => {
  const listed = explanations.filter((one) => one.kind === kind && survivors.some((mutant) => explains(one, mutant)));
  return listed.length === 0 ? '' : `\n### ${kind}: ${kinds[kind]}\n\n${listed.map(explained).join('\n')}\n`;
};
const unexplained = survivors.filter((mutant) => kindOf(mutant) === undefined);
const whole = tally(judged);

/** docs/mutation-score.md, made from result.jsonl and survivors.yaml. */
export const mutationScore = `# The suite's mutation score

The [kill matrix](kill-matrix.md) asks whether each rule fails when it is broken on purpose. This page asks a machine: StrykerJS's instrumenter makes small
changes all over the code that decides the reference gateway's behaviour (\`simulator/src/domain\`, the reference's answers in \`simulator/src/behaviour\`, and what both speak of in \`records\`, \`errors\`, \`network\` and \`text\`),
and the gateway suite, over HTTP, is the only test. No unit test of the simulator takes part.

\`npm run mutants\` judges a sample that its seed draws (\`--sample\`, \`--seed\`; what is judged stays in \`matrix/mutants/result.jsonl\`, so that a larger sample only
adds to it), and \`npm run mutants:table\` writes this page. A mutant is asked the rules whose checks come past it, at quick effort; it is killed when a rule fails
twice on the same case, or when nothing is served any more. Left out are changes of text in quotes: the contract leaves messages free, and each code, state,
field and header is broken by a named deviation of the kill matrix.

| | |
|---|---|
| mutants judged | ${whole.all} |
| killed by a rule | ${whole.killed} |
| crashed, or never ended | ${whole.crashed + whole.timedOut} |
| survived | ${whole.survived} |
| **score as it comes** | **${percent(whole.all - whole.survived, whole.all)}** |
${Object.keys(kinds)
  .map((kind) => `| survivors: ${kind} (${kinds[kind as Kind]}) | ${ofKind(kind as Kind).length} |`)
  .join('\n')}
| survivors that nobody has explained | ${unexplained.length} |
| **score of what the contract forbids** | **${percent(whole.dead, whole.forbidden)}** |

The second score leaves out the survivors that were looked at one by one and break nothing that the contract states.

## By folder

| Folder | Judged | Killed | Crashed or timed out | Survived | Score as it comes | Score of what the contract forbids |
|---|---|---|---|---|---|---|
${folders
  .map((folder) =>
    row(
      folder,
      judged.filter((mutant) => folderOf(mutant) === folder),
    ),
  )
  .join('\n')}
${row('all', judged)}

## Survivors

[survivors.yaml](../matrix/mutants/survivors.yaml) names each with the reason why it lives. Those that the suite should catch and does not:
${section('hole')}${
  unexplained.length === 0
    ? ''
    : `\n### not explained yet\n\n${unexplained.map(({ file, text: before, replacement }) => `- ${file.replace('simulator/src/', '')}: ${code(before)} → ${code(replacement)}`).join('\n')}\n`
}`;
