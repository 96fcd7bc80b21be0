import { bodyText, cutBytes } from '../exchange/body-text.ts';
import type { Exchange, Header, ReceivedResponse } from '../exchange/exchange.ts';
import type { ExchangeRecord, MessageRecord, ResponseRecord } from './result-document.ts';

/** What a record keeps of one body. */
export const keptBytes = 64 * 1024;
/** Read beyond what is kept, so that a secret across the cut is seen whole. */
const marginBytes = 4 * 1024;

/** An exchange as it stands in a result document: `redact` has been over everything that it shows, bodies and URLs included. */
export function toRecord(exchange: Exchange, redact: (text: string) => string): ExchangeRecord {
  const { id, side, request, repaired, ending, trouble, endedAtMs } = exchange;
  const response = repaired?.received ?? exchange.response;
  return {
    id,
    side,
    request: {
      method: request.method,
      url: redact(request.url),
      ...(request.address === undefined ? {} : { address: redact(request.address) }),
      ...(request.mayFailFor === undefined ? {} : { mayFailFor: request.mayFailFor }),
      ...messageRecord(request, redact),
      atMs: rounded(request.atMs),
    },
    ...(response === undefined ? {} : { response: responseRecord(response, redact) }),
    ...(repaired === undefined || exchange.response === undefined
      ? {}
      : { repaired: { repairs: repaired.repairs, response: responseRecord(exchange.response, redact) } }),
    ending,
    ...(trouble === undefined ? {} : { trouble: redact(trouble) }),
    endedAtMs: rounded(endedAtMs),
  };
}

function responseRecord(response: ReceivedResponse, redact: (text: string) => string): ResponseRecord {
  const { status, headersAtMs, coding } = response;
  return {
    status,
    ...messageRecord(response, redact),
    headersAtMs: rounded(headersAtMs),
    ...(coding === undefined ? {} : { coding }),
  };
}

interface Message {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

function messageRecord({ headers, body }: Message, redact: (text: string) => string): MessageRecord {
  return {
    headers: headers.map((header) => headerRecord(header, redact)),
    body: bodyRecord(body, redact),
    bodyBytes: body.length,
  };
}

/** Redacted as one line, because what is secret may be known by its name alone. */
function headerRecord([name, value]: Header, redact: (text: string) => string): Header {
  const line = redact(`${name}: ${value}`);
  const end = line.indexOf(': ');
  return [line.slice(0, end), line.slice(end + 2)];
}

function bodyRecord(body: Uint8Array, redact: (text: string) => string): MessageRecord['body'] {
  const text = bodyText(cutBytes(body, keptBytes + marginBytes));
  if (text !== undefined) {
    const redacted = Buffer.from(redact(text));
    return { text: bodyText(cutBytes(redacted, keptBytes)) ?? '' };
  }
  const bytes = Buffer.from(body.subarray(0, keptBytes + marginBytes));
  const redacted = Buffer.from(redact(bytes.toString('latin1')), 'latin1');
  return { base64: redacted.subarray(0, keptBytes).toString('base64') };
}

/** Whole microseconds. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
