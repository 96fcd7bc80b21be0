import net from 'node:net';
import { clock } from '../clock.ts';
import type { WireRequest } from './bad-request.ts';
import type { Outcome } from './connection.ts';
import { readAnswer } from './read-answers.ts';

/** Longest time until the gateway has let go of a client that never finishes its request, in ms. */
const limitMs = 90_000;
const dripMs = 3_000;

const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n';
const starts = [
  'G',
  'GET /v1/mod',
  head,
  `${head}Content-Length: 500\r\n\r\n{"model":`,
  `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{`,
];

/** Clients that begin a request and never end it; every other one sends a byte now and then. Resolves when the gateway has closed them all. */
export function slowClients(at: { readonly host: string; readonly port: number }, count: number) {
  return Promise.all(
    Array.from({ length: count }, (_, n) => slowClient(at, starts[n % starts.length] ?? head, n % 2 === 0)),
  );
}

function slowClient(
  at: { readonly host: string; readonly port: number },
  start: string,
  drips: boolean,
): Promise<{ readonly request: WireRequest; readonly outcome: Outcome }> {
  const request = {
    bytes: Buffer.from(start),
    method: 'POST',
    path: `slow client, ${start.length} bytes`,
    isFramed: false,
  };
  return new Promise((resolve) => {
    const socket = net.connect({ ...at, allowHalfOpen: true });
    let received = Buffer.alloc(0);
    const settle = (isHung: boolean) => {
      cancel();
      cancelDrip();
      socket.destroy();
      const answer = readAnswer(received, 0, true, 'POST');
      const rest = received.toString('latin1', answer?.end ?? 0);
      resolve({ request, outcome: { answers: answer === undefined ? [] : [answer], rest, isHung } });
    };
    const cancel = clock.after(limitMs, () => settle(true));
    const drip = () => {
      if (drips && socket.writable) socket.write('x');
      cancelDrip = clock.after(dripMs, drip);
    };
    let cancelDrip = clock.after(dripMs, drip);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => settle(false));
    socket.on('end', () => settle(false));
    socket.write(start);
  });
}
