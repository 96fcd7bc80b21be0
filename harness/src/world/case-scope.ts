import type { Recorder } from '../exchange/recorder.ts';
import type { RunMeans } from './run-means.ts';

/** Everything that one case opened, closed in reverse. */
export interface CaseScope {
  readonly means: RunMeans;
  readonly recorder: Recorder;
  /** Fires when the case is over: what is still in flight is given up. */
  readonly over: AbortSignal;
  unique(label: string): string;
  onClose(close: () => unknown): void;
}
