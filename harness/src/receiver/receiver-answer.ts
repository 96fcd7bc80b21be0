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

/** Answers one delivery as scripted. The returned function forgets an answer that is still to come. */
export function giveAnswer(
  answer: ReceiverAnswer,
  response: ServerResponse,
  clock: RunClock,
  sink: AnswerSink,
): () => void {
  if (answer.kind === 'hang') return () => undefined;
  if (answer.kind === 'cut') {
    sink.cut();
    response.destroy();
    return () => undefined;
  }
  const { status, afterMs = 0 } = answer;
  const bodiless = status === 204 || status === 304;
  const headers: Header[] = [
    ...Object.entries(answer.headers ?? {}),
    ...(bodiless ? [] : [['Content-Length', '0'] as const]),
  ];
  const write = () => {
    if (response.destroyed) return;
    response.writeHead(status, headers.flat());
    response.end();
    sink.given({ status, headers, atMs: clock.nowMs() });
  };
  if (afterMs <= 0) {
    write();
    return () => undefined;
  }
  return clock.after(afterMs, write);
}
