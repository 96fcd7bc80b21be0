import { serviceNames } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { mend } from './mend.ts';
import type { AnsweredExchange, Repair } from './repair.ts';

const baseUrl = 'http://target';

interface Answer {
  readonly status?: number;
  readonly path?: string;
  readonly type?: string;
  /** A text, or JSON. */
  readonly body: unknown;
  readonly asks?: object;
}

/** An exchange that was answered so, its body in one piece. */
export function answered({ status = 200, path = '/v1/chat/completions', type, body, asks }: Answer): AnsweredExchange {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const usual = typeof body === 'string' ? 'text/event-stream' : 'application/json';
  return {
    id: 'x1',
    side: 'request',
    request: {
      method: path.startsWith('/v1/chat') ? 'POST' : 'GET',
      url: `${baseUrl}${path}`,
      headers: [],
      body: Buffer.from(asks === undefined ? '' : JSON.stringify(asks)),
      atMs: 0,
    },
    response: {
      status,
      headers: [['Content-Type', type ?? usual]],
      body: bytes,
      arrivals: [{ atMs: 2, length: bytes.length }],
      headersAtMs: 1,
    },
    ending: 'complete',
    endedAtMs: 3,
  };
}

/** The exchange as it is kept when only this repair is applied. */
export function mendedBy(repair: Repair, exchange: Exchange): Exchange {
  return mend(exchange, [repair], { baseUrl, prefix: 'svc' });
}

/** The names of the service that `answered` comes from. */
export const names = serviceNames('svc');

/** The body after the repair as text; undefined when the repair finds nothing to mend. */
export function bodyAfter(repair: Repair, exchange: AnsweredExchange): string | undefined {
  const mended = repair.mend(exchange, names);
  return mended === undefined ? undefined : Buffer.from(mended.body).toString();
}

/** The body after the repair as JSON; undefined when the repair finds nothing to mend. */
export function jsonAfter(repair: Repair, exchange: AnsweredExchange): unknown {
  const text = bodyAfter(repair, exchange);
  return text === undefined ? undefined : JSON.parse(text);
}
