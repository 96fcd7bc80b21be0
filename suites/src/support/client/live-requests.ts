import { type Exchange, requestHeaderOf, requestJsonOf, routeOf } from '@gateproof/harness';
import { heldIf, type Look, type Subject, standingTable } from '../standing-table.ts';

interface LiveRequest extends Subject {
  /** Below the base URL. */
  readonly path: string;
  readonly route: ReturnType<typeof routeOf>;
}

const hasBody = ({ request }: Exchange) => request.body.length > 0;
const headerIn = (exchange: Exchange) => requestHeaderOf(exchange, 'authorization');

function json({ exchange, route }: LiveRequest): Look {
  if (route !== 'chat' && route !== 'image' && route !== 'transcription') return undefined;
  const reading = requestJsonOf(exchange);
  const isObject =
    reading.ok && typeof reading.value === 'object' && reading.value !== null && !Array.isArray(reading.value);
  return heldIf(isObject, 'a JSON object', reading.ok ? reading.value : reading.why);
}

function urlWithoutKey({ exchange }: LiveRequest): Look {
  const key = headerIn(exchange)?.replace(/^\S+\s+/, '') ?? '';
  if (key === '') return undefined;
  const { url } = exchange.request;
  return heldIf(!url.includes(key) && !url.includes(encodeURIComponent(key)), 'a URL without the key', 'the key');
}

/** The form of a client's requests, as live traffic shows it: which key the client was given is not known. */
export const requestRules = standingTable<LiveRequest>(
  function* ({ exchanges, baseUrl }) {
    for (const exchange of exchanges) {
      if (exchange.side !== 'request') continue;
      yield { exchange, path: exchange.request.url.slice(baseUrl.length), route: routeOf(exchange, baseUrl) };
    }
  },
  {
    'client.request.bearer': ({ exchange, route }) =>
      route === undefined
        ? undefined
        : heldIf(
            /^bearer +\S/i.test(headerIn(exchange) ?? ''),
            'Authorization: Bearer and a key',
            'another header, or none',
          ),
    'client.request.content-type': ({ exchange, route }) => {
      if (route === undefined || exchange.request.method !== 'POST' || !hasBody(exchange)) return undefined;
      const header = requestHeaderOf(exchange, 'content-type');
      return heldIf(/^application\/json\s*(;|$)/i.test(header ?? ''), 'Content-Type application/json', header);
    },
    'client.request.json': json,
    'client.request.prefix': ({ path }) =>
      heldIf(/^\/v1\/(?!v1\/)/.test(path), 'a path below the base address and /v1', path.split('?')[0]),
    'client.request.key-not-in-url': urlWithoutKey,
    'client.request.cancel-without-body': ({ exchange, route }) =>
      route === 'cancel'
        ? heldIf(!hasBody(exchange), 'a cancel without a body', `${exchange.request.body.length} bytes`)
        : undefined,
  },
);
