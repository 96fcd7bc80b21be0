import { NotExercised } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { CutShortRecord } from '../result/result-document.ts';

/** Why a run ended early, set once. */
export interface StopSwitch {
  readonly cause: CutShortRecord | undefined;
  /** Fires when the run is to end; its reason is what a case then comes to. */
  readonly signal: AbortSignal;
  stop(reason: CutShortRecord['reason'], sentence: string): void;
  /** The run is through: neither its limit nor an interruption counts any more. */
  disarm(): void;
}

/** What ends a run early. */
export interface StopOptions {
  readonly clock: Pick<RunClock, 'after'>;
  readonly runLimitMs: number;
  /** Fires when the user asks the run to end. */
  readonly signal?: AbortSignal;
}

/** A switch that ends a run at its limit, and when the signal fires. */
export function createStopSwitch({ clock, runLimitMs, signal }: StopOptions): StopSwitch {
  let cause: CutShortRecord | undefined;
  const over = new AbortController();
  const stop: StopSwitch['stop'] = (reason, sentence) => {
    cause ??= { reason, sentence };
    over.abort(new NotExercised('the run ended first'));
  };
  const cancelLimit = clock.after(runLimitMs, () =>
    stop('time-limit', `the run's limit of ${runLimitMs / 1000} s passed`),
  );
  const onAbort = () => stop('interrupted', 'the run was interrupted');
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    get cause() {
      return cause;
    },
    signal: over.signal,
    stop,
    disarm() {
      cancelLimit();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
