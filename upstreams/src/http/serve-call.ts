import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallPerformance } from '../calls/call-performance.ts';
import type { Clock } from '../clock/clock.ts';
import type { ResponseHeader } from '../plan/response-draft.ts';
import type { ServedPlan } from '../plan/response-plan.ts';
import type { Upstream } from '../upstream.ts';

/** Answers one HTTP request from an upstream. Each piece is a write of its own; the caller's going away is recorded. Never rejects. */
export async function serveCall(
  upstream: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  try {
    await answer(upstream, request, response, clock);
  } catch {
    // Nothing can be said any more; the caller sees a lost connection and the record says `aborted-by-gateway`.
    response.destroy();
  }
}

async function answer(
  upstream: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  const rawBody = await readBody(request);
  if (rawBody === undefined) return;
  const { method = 'GET', url = '/' } = request;
  const performance = upstream.receive({ method, path: url, headers: headerPairs(request.rawHeaders), rawBody });
  response.once('close', () => performance.abort());
  if (response.destroyed) performance.abort();
  const opening = await performance.open();
  if (opening === 'gone') return;
  if (opening === 'refuse' || opening === 'reset') request.socket.resetAndDestroy();
  else await sendPlan(performance, opening, response, clock);
}

async function sendPlan(
  performance: CallPerformance,
  plan: ServedPlan,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  response.writeHead(plan.status, plan.headers.flat());
  if (plan.ending.how === 'cut' || !isWhole(plan)) response.flushHeaders();
  for await (const bytes of performance.body(plan, false)) {
    await write(response, bytes);
    if (!plan.mayCoalesce) await apart(bytes, clock);
  }
  if (performance.record.hasEnded) return;
  if (plan.ending.how === 'cut') {
    if (plan.pieces.length > 0) await pause(readBeforeCutMs, clock);
    performance.finish(plan);
    // Not a reset: that would throw away bytes which the other side has received but not yet read.
    response.socket?.destroySoon();
    return;
  }
  // `finish` comes before `close`, on which the call would count as aborted.
  response.once('finish', () => performance.finish(plan));
  response.end();
}

/**
 * How long a caller has to read what was sent before the connection is lost, in ms. Common HTTP clients hand out nothing
 * of what they still hold once they have seen the loss; a gateway behind one would never have had the content.
 */
const readBeforeCutMs = 50;

const pause = (ms: number, clock: Clock) => new Promise<void>((resolve) => clock.setTimer(ms, resolve));

const isWhole = ({ headers }: ServedPlan) => headers.some(([name]) => name === 'content-length');

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/**
 * Keeps the next piece from travelling with this one where a break matters most: within a character or at a line end. Elsewhere nothing
 * is waited for, so that a body in pieces of one byte stays quick on a busy machine.
 */
async function apart(bytes: Uint8Array, clock: Clock): Promise<void> {
  const last = bytes.at(-1) ?? 0;
  if (last < 0x80 && last !== carriageReturn && last !== lineFeed) return;
  await pause(2, clock);
}

function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  // A failed write means that the caller is gone; the close event says so.
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}

/** A gateway that sends without end must not fill the memory of the one who judges it. */
const mostBodyBytes = 64 * 1024 * 1024;

/** The whole body, or undefined when the caller left before sending it; the connection of one that is too long is lost. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of request) {
      length += part.length;
      if (length > mostBodyBytes) {
        request.socket.destroy();
        return undefined;
      }
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

function headerPairs(raw: readonly string[]): readonly ResponseHeader[] {
  return Array.from(
    { length: raw.length / 2 },
    (_, index) => [raw[index * 2] ?? '', raw[index * 2 + 1] ?? ''] as const,
  );
}
