import type { ClassRecord, ResultDocument } from '@gateproof/harness';
import { outcomeText } from '../text/outcome-text.ts';
import { verdictCount } from '../text/summary-line.ts';
import { verdictOrder } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

/** A label and what it came to, as a badge shows them beside each other. */
export interface Badge {
  /** Of its files: `gateproof`, or the id of a class. */
  readonly name: string;
  readonly label: string;
  readonly message: string;
  /** Six hexadecimal digits. */
  readonly colour: string;
}

const green = '2e7d32';
const red = 'b3261e';
const amber = '8a5a00';
const grey = '5f6368';

/** A class that the run has not seen at work has no badge. */
const colours: Readonly<Record<Exclude<ClassRecord['outcome'], 'not-shown'>, string>> = {
  conformant: green,
  differs: amber,
  broken: red,
  undecided: amber,
  known: amber,
  'not-claimed': grey,
};

const exitColours = { 0: green, 1: red, 2: grey, 3: amber, 4: grey, 5: grey } as const;

/**
 * One badge of the whole run, coloured by its exit code, then one for each conformance class that was shown. The run's counts the rules that are worst off and those
 * that passed.
 */
export function badgesOf({ summary: { exitCode, verdicts, classes } }: ResultDocument): Badge[] {
  const worst = verdictOrder.find((verdict) => verdicts[verdict] > 0) ?? 'pass';
  const message = [...new Set([worst, 'pass'] as const)].map((verdict) => verdictCount(verdict, verdicts)).join(', ');
  const run = { name: 'gateproof', label: 'gateproof', message, colour: exitColours[exitCode] };
  return [run, ...classes.flatMap(classBadge)];
}

function classBadge(record: ClassRecord): Badge[] {
  const { class: id, title, outcome, passed, decided } = record;
  if (outcome === 'not-shown') return [];
  const share = outcome === 'conformant' || outcome === 'not-claimed' ? '' : `, ${passed} of ${decided} hold`;
  const label = `gateproof ${visibleText(title).toLowerCase()}`;
  return [{ name: id, label, message: `${outcomeText(record)}${share}`, colour: colours[outcome] }];
}
