import type { RunClock } from '../../clock/run-clock.ts';
import { takesConnections } from '../takes-connections.ts';
import type { AskStatus, Readiness } from './launched.ts';
import type { OutputTail } from './output-tail.ts';

const lookAgainMs = 50;
const askLimitMs = 2_000;

/** What readiness is looked for with. */
export interface ReadySigns {
  /** Base URL of the gateway. */
  readonly baseUrl: string;
  readonly ask: AskStatus;
  readonly output: OutputTail;
  readonly clock: RunClock;
  /** How the gateway ended; undefined while it runs. */
  ended(): string | undefined;
}

/** Waits until a started gateway is ready. Returns undefined, or why it is not: it ended, or its time passed. */
export async function awaitReady(readiness: Readiness, signs: ReadySigns): Promise<string | undefined> {
  const untilMs = signs.clock.nowMs() + readiness.timeoutMs;
  for (;;) {
    const ready = await isReady(readiness, signs);
    // What answers while the command is gone is another server.
    const ended = signs.ended();
    if (ended !== undefined) return `${ended} before it was ready`;
    if (ready) return undefined;
    if (signs.clock.nowMs() > untilMs) {
      return `was not ready within ${readiness.timeoutMs / 1000} s (${whatReadyMeans(readiness, signs.baseUrl)})`;
    }
    await signs.clock.pause(lookAgainMs);
  }
}

/** Whether a started gateway is ready now. */
export async function isReady({ url, port, log }: Readiness, signs: ReadySigns): Promise<boolean> {
  if (log !== undefined) return signs.output.matches(new RegExp(log, 'm'));
  if (port !== undefined) return takesConnections({ host: '127.0.0.1', port }, signs.clock);
  const status = await signs.ask(url ?? `${signs.baseUrl}/v1/models`, askLimitMs);
  return status !== undefined && (url === undefined || status < 500);
}

function whatReadyMeans({ url, port, log }: Readiness, baseUrl: string): string {
  if (log !== undefined) return `it never printed what matches ${log}`;
  if (port !== undefined) return `nothing takes connections on port ${port}`;
  return url === undefined ? `nothing answers at ${baseUrl}` : `${url} does not answer with a status below 500`;
}
