import {
  type Exchange,
  type History,
  isScriptedKey,
  requestHeaderOf,
  requestJsonOf,
  type StandingCheck,
  scriptedKeysOf,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { heldIf, type Look, type Subject, standingTable } from '../support/standing-table.ts';

interface SeenRequest extends Subject {
  /** The case whose callers' keys are its own; undefined when the request went past the base address. */
  readonly token: string | undefined;
  /** The service's. */
  readonly prefix: string;
  /** Path below the base address. */
  readonly path: string;
}

/** A download of an output is no request to the service's routes. */
const isDownload = (path: string) => path.startsWith('/output/');

function* requestsSeen(history: History): Generator<SeenRequest> {
  for (const exchange of history.exchanges) {
    const [, token, below = ''] = /^https?:\/\/[^/]+\/(case\d+)(?:\.\d+)?(\/.*)?$/.exec(exchange.request.url) ?? [];
    if (exchange.side !== 'request' || isDownload(below)) continue;
    yield token === undefined
      ? { exchange, prefix: history.prefix, token, path: `past the base address: ${exchange.request.url}` }
      : { exchange, prefix: history.prefix, token, path: below };
  }
}

const hasBody = ({ request }: Exchange) => request.body.length > 0;
const isSubmission = (path: string) =>
  /^\/v1\/(chat\/completions|images\/generations|audio\/transcriptions)$/.test(path);

function bearer({ exchange, token }: SeenRequest): Look {
  if (token === undefined) return undefined;
  const header = requestHeaderOf(exchange, 'authorization');
  const [, scheme = '', key = ''] = /^(\S+) +(.*)$/.exec(header ?? '') ?? [];
  return heldIf(
    scheme.toLowerCase() === 'bearer' && isScriptedKey(token, key),
    "Authorization: Bearer and the caller's key",
    header,
  );
}

function json({ exchange, path }: SeenRequest): Look {
  if (exchange.request.method !== 'POST' || !(hasBody(exchange) || isSubmission(path))) return undefined;
  const reading = requestJsonOf(exchange);
  const isObject =
    reading.ok && typeof reading.value === 'object' && reading.value !== null && !Array.isArray(reading.value);
  return heldIf(isObject, 'a JSON object', reading.ok ? reading.value : reading.why);
}

function contentType({ exchange }: SeenRequest): Look {
  if (!hasBody(exchange) || exchange.request.method !== 'POST') return undefined;
  const header = requestHeaderOf(exchange, 'content-type');
  return heldIf(/^application\/json\s*(;|$)/i.test(header ?? ''), 'Content-Type application/json', header);
}

function urlWithoutKey({ exchange, token }: SeenRequest): Look {
  const { url } = exchange.request;
  const keys = token === undefined ? [] : Object.values(scriptedKeysOf(token));
  const spellings = keys.flatMap((key) => [key, encodeURIComponent(key), encodeURI(key), key.slice(3)]);
  return heldIf(!spellings.some((spelling) => url.includes(spelling)), 'a URL without the key', url);
}

/** `enabled` is the only value that the service knows (POST /v1/chat/completions, x-svc-metadata). */
function metadataValue({ exchange, prefix }: SeenRequest): Look {
  const { metadataHeader } = serviceNames(prefix);
  const value = requestHeaderOf(exchange, metadataHeader);
  return heldIf(value === undefined || value === 'enabled', `${metadataHeader}: enabled, or no such header`, value);
}

/** Every request of a client (Authentication, 1; Endpoints). */
const request: StandingCheck = standingTable(requestsSeen, {
  'client.request.bearer': bearer,
  'client.request.content-type': contentType,
  'client.request.json': json,
  'client.request.prefix': ({ path }) =>
    heldIf(/^\/v1\/(?!v1\/|\/)/.test(path), 'a path below the base address and /v1', path),
  'client.request.key-not-in-url': urlWithoutKey,
  'client.request.metadata-value': metadataValue,
});
export default request;
