import type { RuleRecord, RunClock, RunForecast, RunListener } from '@gateproof/harness';
import { styleFor } from '../text/style.ts';
import { visibleText } from '../text/visible-text.ts';
import { forecastText } from './forecast-text.ts';
import { type ProgressState, progressBar, progressSentence } from './progress-line.ts';

export interface ProgressOptions {
  readonly write: (text: string) => void;
  /** A terminal gets one line that changes in place every second; anything else gets a line every ten seconds. */
  readonly live: boolean;
  readonly clock: Pick<RunClock, 'nowMs' | 'after'>;
  /** Colours. Default false. */
  readonly colour?: boolean;
  /** Width of the terminal. Default 80. */
  readonly columns?: number;
}

const eraseLine = '\r\u001b[2K';
const liveStepMs = 1_000;
const plainStepMs = 10_000;
/** Part of the run that is over before the time left is shown. */
const leastPart = 1 / 10;
/** The report has them all. */
const maxNotes = 5;

/** Shows how far a run is, what runs, and the time that has passed and is left. Notes stay on lines of their own. `end()` removes what changes. */
export class TerminalProgress implements Required<RunListener> {
  readonly #options: ProgressOptions;
  #leftMs: (() => number | undefined) | undefined;
  /** Failing rules whose causes are measured; undefined: rules are decided. */
  #suspects: number | undefined;
  readonly #running = new Set<string>();
  readonly #notes = new Set<string>();
  #total = 0;
  #done = 0;
  #red = 0;
  #beganMs = 0;
  #cancelStep: (() => void) | undefined;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  onStart(ruleCount: number): void {
    this.#total = ruleCount;
    this.#beganMs = this.#options.clock.nowMs();
    this.#show();
    this.#stepLater();
  }

  onForecast(forecast: RunForecast | undefined, leftMs: () => number | undefined): void {
    this.#leftMs = leftMs;
    if (forecast === undefined) return;
    const { live, colour = false, write } = this.#options;
    write(`${live ? eraseLine : ''}${styleFor(colour).dim('expected')}  ${forecastText(forecast)}\n`);
    if (live) this.#show();
  }

  onCauses(suspects: number): void {
    this.#suspects = suspects;
    if (this.#options.live) this.#show();
  }

  onBegin(rule: string): void {
    this.#running.add(rule);
    if (this.#options.live) this.#show();
  }

  onRule({ rule, verdict }: RuleRecord, doneCount: number): void {
    this.#running.delete(rule);
    this.#done = doneCount;
    if (redVerdicts.has(verdict)) this.#red += 1;
    if (this.#options.live) this.#show();
  }

  onNote(line: string): void {
    if (this.#notes.size >= maxNotes || this.#notes.has(line)) return;
    this.#notes.add(line);
    const { live, colour = false, write } = this.#options;
    write(`${live ? eraseLine : ''}${styleFor(colour).yellow('note')}  ${visibleText(line)}\n`);
    if (live) this.#show();
  }

  end(): void {
    this.#cancelStep?.();
    if (this.#cancelStep !== undefined && this.#options.live) this.#options.write(eraseLine);
    this.#cancelStep = undefined;
  }

  #stepLater(): void {
    const { clock, live } = this.#options;
    this.#cancelStep = clock.after(live ? liveStepMs : plainStepMs, () => {
      this.#show();
      this.#stepLater();
    });
  }

  #show(): void {
    const { live, colour = false, columns = 80, write } = this.#options;
    const state = this.#state();
    write(live ? `${eraseLine}${progressBar(state, styleFor(colour), columns)}` : `${progressSentence(state)}\n`);
  }

  /** In the first tenth there is little to measure the plan by. */
  #left(passedMs: number): number | undefined {
    if (this.#suspects !== undefined) return undefined;
    const leftMs = this.#leftMs?.();
    return leftMs === undefined || passedMs < (passedMs + leftMs) * leastPart ? undefined : leftMs;
  }

  #state(): ProgressState {
    const passedMs = this.#options.clock.nowMs() - this.#beganMs;
    return {
      total: this.#total,
      done: this.#done,
      red: this.#red,
      passedMs,
      leftMs: this.#left(passedMs),
      suspects: this.#suspects,
      running: [...this.#running],
    };
  }
}

/** Blocked and inconclusive rules are left out: one cause, or a run that is cut short, makes hundreds of them. */
const redVerdicts: ReadonlySet<RuleRecord['verdict']> = new Set(['fail', 'flaky', 'error']);
