import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import type { ExchangeRecord, MessageRecord, ResponseRecord } from './result-document.ts';

/**
 * The exchange that a result document keeps, as checks read exchanges. What the document left out is missing: secrets, bytes of a body beyond 64 KiB, the
 * moments at which pieces arrived, and what was known of a webhook's endpoint.
 */
export function fromRecord({
  id,
  side,
  request,
  repaired,
  ending,
  trouble,
  endedAtMs,
  ...record
}: ExchangeRecord): Exchange {
  const received = record.response === undefined ? undefined : responseOf(record.response);
  const response = repaired === undefined ? received : responseOf(repaired.response);
  const { method, url, mayFailFor, headers, atMs } = request;
  return {
    id,
    side,
    request: {
      method,
      url,
      headers,
      atMs,
      ...(mayFailFor === undefined ? {} : { mayFailFor }),
      body: bytesOf(request),
    },
    ...(response === undefined ? {} : { response }),
    ...(repaired === undefined || received === undefined ? {} : { repaired: { received, repairs: repaired.repairs } }),
    ending,
    ...(trouble === undefined ? {} : { trouble }),
    endedAtMs,
  };
}

function responseOf(record: ResponseRecord): ReceivedResponse {
  const { status, headers, headersAtMs, coding } = record;
  const body = bytesOf(record);
  return {
    status,
    headers,
    body,
    headersAtMs,
    arrivals: [{ atMs: headersAtMs, length: body.length }],
    ...(coding === undefined ? {} : { coding }),
  };
}

function bytesOf({ body }: MessageRecord): Uint8Array {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}
