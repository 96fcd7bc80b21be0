import { unlessOver } from '../run/unless-over.ts';

/** Thrown when the user asks to stop before a target was open: there is nothing to report yet. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly fault = 'interrupted';
  constructor() {
    super('interrupted before the run began; nothing was judged');
  }
}

/** As `work`, but rejects with `Interrupted` as soon as the signal fires. The work itself goes on; its owner must close it. */
export function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return unlessOver(work, signal).catch((error: unknown) => {
    throw signal.aborted ? new Interrupted() : error;
  });
}
