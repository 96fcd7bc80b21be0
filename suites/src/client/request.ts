import { type Exchange, type History, requestHeaderOf, requestJsonOf, type StandingCheck } from '@gateproof/harness';
import { heldIf, type Look, type Subject, standingTable } from '../support/standing-table.ts';

interface SeenRequest extends Subject {
  readonly token: string;
  /** Path below the base URL. */
  readonly path: string;
}

function* requestsSeen(history: History): Generator<SeenRequest> {
  for (const exchange of history.exchanges) {
    const [, token = '', path = ''] = /^https?:\/\/[^/]+\/([^/]+)(\/.*)?$/.exec(exchange.request.url) ?? [];
    if (exchange.side === 'request' && path !== '/output/1') yield { exchange, token, path };
  }
}

/** A download of an output is no request to the service's routes. */
const keyOf = (token: string) => `sk-${token}-secret`;
const hasBody = ({ request }: Exchange) => request.body.length > 0;

function json({ exchange }: SeenRequest): Look {
  if (exchange.request.method !== 'POST' || !hasBody(exchange)) return undefined;
  const reading = requestJsonOf(exchange);
  const isObject =
    reading.ok && typeof reading.value === 'object' && reading.value !== null && !Array.isArray(reading.value);
  return heldIf(isObject, 'a JSON object', reading.ok ? reading.value : reading.why);
}

/** Every request of a client (Authentication, 1; Endpoints). */
const request: StandingCheck = standingTable(requestsSeen, {
  'client.request.bearer': ({ exchange, token }) => {
    const header = requestHeaderOf(exchange, 'authorization');
    return heldIf(
      header?.toLowerCase() === `bearer ${keyOf(token)}`.toLowerCase(),
      "Authorization: Bearer and the caller's key",
      header,
    );
  },
  'client.request.content-type': ({ exchange }) =>
    hasBody(exchange) && exchange.request.method === 'POST'
      ? heldIf(
          /^application\/json\s*(;|$)/i.test(requestHeaderOf(exchange, 'content-type') ?? ''),
          'Content-Type application/json',
          requestHeaderOf(exchange, 'content-type'),
        )
      : undefined,
  'client.request.json': json,
  'client.request.prefix': ({ path }) => heldIf(path.startsWith('/v1/'), 'a path below the base URL and /v1', path),
  'client.request.key-not-in-url': ({ exchange, token }) =>
    heldIf(!exchange.request.url.includes(keyOf(token)), 'a URL without the key', exchange.request.url),
});
export default request;
