import type { RuleRecord, RunListener } from '@gateproof/harness';
import { styleFor } from '../text/style.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

export interface ProgressOptions {
  readonly write: (text: string) => void;
  /** A terminal gets one line that changes in place; anything else gets sparse lines. */
  readonly live: boolean;
  /** Colours. Default false. */
  readonly colour?: boolean;
  /** Width of the terminal. Default 80. */
  readonly columns?: number;
}

const eraseLine = '\r\u001b[2K';
const plainSteps = 5;

/** Shows how far a run is. Red rules and notes stay on lines of their own; `end()` removes the line that changes. */
export function terminalProgress(options: ProgressOptions): Required<RunListener> & { end(): void } {
  const style = styleFor(options.colour ?? false);
  const columns = options.columns ?? 80;
  let total = 0;
  let redCount = 0;
  let shown = false;
  const clear = (): void => {
    if (shown) options.write(eraseLine);
    shown = false;
  };
  const keep = (line: string): void => {
    clear();
    options.write(`${line}\n`);
  };
  const state = (done: number): string =>
    `${done} of ${total} rules decided${redCount === 0 ? '' : `, ${redCount} red`}`;
  const step = (record: RuleRecord, done: number): void => {
    if (options.live) {
      options.write(`${eraseLine}${`${state(done)}  ${record.rule}`.slice(0, columns - 1)}`);
      shown = true;
    } else if (crossesStep(done, total)) keep(state(done));
  };
  return {
    onStart: (ruleCount) => {
      total = ruleCount;
    },
    onRule: (record, done) => {
      if (keptOnItsOwnLine.has(record.verdict)) {
        redCount += 1;
        const { mark, paint } = verdictLooks[record.verdict];
        keep(`${paint(style)(`${mark} ${record.verdict}`)}  ${record.rule}`);
      }
      step(record, done);
    },
    onNote: (line) => keep(`${style.yellow('note')}  ${visibleText(line)}`),
    end: clear,
  };
}

/** Blocked and inconclusive rules are left out: one cause, or a run that is cut short, makes hundreds of them. */
const keptOnItsOwnLine: ReadonlySet<RuleRecord['verdict']> = new Set(['fail', 'flaky', 'error']);

function crossesStep(done: number, total: number): boolean {
  return Math.floor((done * plainSteps) / total) > Math.floor(((done - 1) * plainSteps) / total);
}
