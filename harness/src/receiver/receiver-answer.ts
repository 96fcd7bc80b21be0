import type { ServerResponse } from 'node:http';
import type { RunClock } from '../clock/run-clock.ts';
import type { Header } from '../exchange/exchange.ts';
import type { ReceiverAnswer } from './webhook-endpoint.ts';

/** What was given back, as it goes on record. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly atMs: number;
}

/** Where an answer to one delivery goes: `given` when it was written, `cut` when the connection was closed instead. */
export interface AnswerSink {
  given(answer: GivenAnswer): void;
  cut(how: string): void;
}

/** The first is written at once. What reads with a limit for each piece hears something in time. */
const dripsOf = (status: number) => {
  const line = `HTTP/1.1 ${status}`;
  return [
    line.slice(0, 7),
    line.slice(7, 10),
    line.slice(10, 11),
    `${line.slice(11)} \r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  ];
};

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
    sink.cut('without an answer');
    response.destroy();
    return () => undefined;
  }
  if (answer.kind === 'no-http') {
    sink.cut('after bytes that are no HTTP');
    response.socket?.write('220 ready\r\n\r\n');
    response.socket?.destroySoon();
    return () => undefined;
  }
  if (answer.kind === 'dripped') {
    drip(answer.status, response, clock, sink, whenReleased);
    return () => undefined;
  }
  const { status } = answer;
  const afterMs = answer.kind === 'status' ? (answer.afterMs ?? 0) : 0;
  const given = answer.kind === 'status' ? (answer.headers ?? {}) : {};
  const body = answer.kind === 'status' ? (answer.body ?? '') : '';
  const bodiless = status === 204 || status === 304;
  const length = ['Content-Length', String(Buffer.byteLength(body))] as const;
  const headers: Header[] = [...Object.entries(given), ...(bodiless ? [] : [length])];
  const write = () => {
    if (response.destroyed) return;
    response.writeHead(status, headers.flat());
    response.end(bodiless ? undefined : body);
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

function drip(
  status: number,
  response: ServerResponse,
  clock: RunClock,
  sink: AnswerSink,
  whenReleased: (write: () => void) => void,
): void {
  const drips = dripsOf(status);
  const next = () => {
    if (response.destroyed) return;
    response.socket?.write(drips.shift() ?? '');
    if (drips.length > 0) {
      whenReleased(next);
      return;
    }
    response.socket?.destroySoon();
    const headers: Header[] = [
      ['Content-Length', '0'],
      ['Connection', 'close'],
    ];
    sink.given({ status, headers, atMs: clock.nowMs() });
  };
  next();
}
