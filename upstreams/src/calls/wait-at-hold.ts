import type { Clock } from '../clock/clock.ts';
import type { Hold } from '../plan/response-draft.ts';
import type { Gates } from './gates.ts';

/** Resolves when the time of the hold has passed or its gate is open; at once when the signal fires. Never rejects. */
export function waitAtHold(hold: Hold, clock: Clock, gates: Gates, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = hold.kind === 'gate' ? gates.onOpen(hold.gate, pass) : cancelOf(clock, hold.ms, pass);
    signal.addEventListener('abort', giveUp, { once: true });
    function giveUp() {
      stop();
      resolve();
    }
    function pass() {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }
  });
}

function cancelOf(clock: Clock, delayMs: number, run: () => void): () => void {
  const timer = clock.setTimer(delayMs, run);
  return () => timer.cancel();
}
