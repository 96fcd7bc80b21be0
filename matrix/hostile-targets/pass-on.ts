import type { IncomingMessage } from 'node:http';
import type { AnswerWriter } from './answer-writer.ts';
import { type BodyChange, eachEvent, unchanged, wholeBody } from './body-change.ts';
import type { FaultProfile } from './fault-profile.ts';
import type { Wire } from './wire.ts';

/** What a gateway answered once, sent again to whoever asks the same. */
export interface Remembered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** How a request is handed on. */
export interface Forwarding {
  readonly wire: Wire;
  change(contentType: string): BodyChange;
  keep?(answer: Remembered): void;
  readonly dropsAfter?: 'head' | 'first-piece';
}

/** Passes an answer on as it comes; throws when it is lost on the way. */
export async function passOn(
  answer: IncomingMessage,
  writer: AnswerWriter,
  how: Forwarding,
  isHead: boolean,
): Promise<void> {
  const status = answer.statusCode ?? 502;
  const headers = pairs(answer.rawHeaders);
  const change = how.change(String(answer.headers['content-type'] ?? ''));
  const length = answer.headers['content-length'];
  const bodiless = isHead || status === 204 || status === 304;
  const kept: Buffer[] = [];
  // A body that may change its length is taken whole first, unless it is a stream.
  const isStream = length === undefined;
  if (isStream) writer.head(status, headers, { bodiless });
  for await (const piece of answer) {
    const changed = change.take(piece as Buffer);
    kept.push(changed);
    if (isStream && !bodiless) writer.body(changed);
    if (how.dropsAfter === 'first-piece') throw new Error('dropped');
  }
  const rest = change.rest();
  kept.push(rest);
  const whole = Buffer.concat(kept);
  if (!isStream) writer.head(status, headers, { lengthBytes: isHead ? Number(length) : whole.length, bodiless });
  if (!bodiless) writer.body(isStream ? rest : whole);
  writer.end();
  how.keep?.({ status, headers, body: whole });
}

/** How the bodies of this content type are changed. */
export function changeFor(
  contentType: string,
  {
    rewriteJson,
    mangle,
  }: { readonly rewriteJson: FaultProfile['rewriteJson']; readonly mangle: ((body: Buffer) => Buffer) | undefined },
): BodyChange {
  if (mangle !== undefined) return wholeBody(mangle);
  if (rewriteJson === undefined) return unchanged;
  if (contentType.startsWith('text/event-stream')) return eachEvent(rewriteJson);
  if (contentType.startsWith('application/json')) return wholeBody((body) => Buffer.from(rewriteJson(body.toString())));
  return unchanged;
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as [string, string]] : []));
}

/** The headers as they came; the body is sent whole, so a length takes the place of chunks. */
export function headersFor(message: IncomingMessage, body: Buffer): [string, string][] {
  const kept = pairs(message.rawHeaders).filter(
    ([name, value]) =>
      !/^(connection|transfer-encoding|content-length)$/i.test(name) &&
      !(/^expect$/i.test(name) && /continue/i.test(value)),
  );
  const isBodied = body.length > 0 || message.headers['content-length'] !== undefined;
  return isBodied ? [...kept, ['Content-Length', String(body.length)]] : kept;
}
