import type { ServerResponse } from 'node:http';
import type { RunClock } from '../clock/run-clock.ts';
import type { Header } from '../exchange/exchange.ts';
import type { ReceiverAnswer } from '../world/webhook-endpoint.ts';

/** What was given back, as it goes on record. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly atMs: number;
}

/** Where an answer to one delivery goes: `given` when it was written, `cut` when the connection was closed instead. */
export interface AnswerSink {
  given(answer: GivenAnswer): void;
  cut(): void;
}

/** Answers one delivery as scripted; a held answer is handed to `whenReleased`. The returned function forgets an answer that is still to come. */
export function giveAnswer(
  answer: ReceiverAnswer,
  response: ServerResponse,
  clock: RunClock,
  sink: AnswerSink,
  whenReleased: (write: () => void) => void,
): () => void {
  if (answer.kind === 'hang') return () => undefined;
  if (answer.kind === 'cut') {
    sink.cut();
    response.destroy();
    return () => undefined;
  }
  const { status } = answer;
  const afterMs = answer.kind === 'status' ? (answer.afterMs ?? 0) : 0;
  const given = answer.kind === 'status' ? (answer.headers ?? {}) : {};
  const bodiless = status === 204 || status === 304;
  const headers: Header[] = [...Object.entries(given), ...(bodiless ? [] : [['Content-Length', '0'] as const])];
  const write = () => {
    if (response.destroyed) return;
    response.writeHead(status, headers.flat());
    response.end();
    sink.given({ status, headers, atMs: clock.nowMs() });
  };
  if (answer.kind === 'held') {
    whenReleased(write);
    return () => undefined;
  }
  if (afterMs <= 0) {
    write();
    return () => undefined;
  }
  return clock.after(afterMs, write);
}
