import type { UpstreamScript } from '@gateproof/upstreams';
import type { RefusalGround } from '../exchange/exchange.ts';
import { isObject, type JsonReading, readJson } from '../exchange/json.ts';
import { faultMark } from '../run/silent-kinds.ts';
import type { RequestOptions } from './world.ts';

/** Larger bodies are not read to see what they are. */
const mostReadBytes = 65_536;

/** Words for what a conformant gateway may refuse a request for. */
const grounds: Readonly<Record<RefusalGround, string>> = {
  path: ' with a query',
  key: ' with a missing, unknown or restricted key',
  body: ' with an invalid or unusual body',
  model: ' with an unknown model',
  job: ' with an unknown job',
  endpoint: '',
};

/**
 * What a request has in common with those that a target ought to treat alike, in words and the most general first: its method and route, whether it
 * asks for a stream. One that a conformant gateway may refuse stands for itself alone, and not for its route: its kinds begin with what it may be refused for, such as
 * a body that can't be read, or with the faults that the endpoints of its case have been given.
 */
export function requestKinds(
  { method = 'GET', path }: RequestOptions,
  { reading, scripts, mayFailFor }: AboutRequest,
): readonly string[] {
  const faults = [...new Set(faultsOf(scripts))].sort();
  const toWhom = faults.length === 0 ? '' : `${faultMark} ${faults.join(' and ')}`;
  const route = `${method} ${routeOf(path)}`;
  const isStream = reading.ok && isObject(reading.value) && reading.value.stream === true;
  const form = isStream ? `${route} that asks for a stream` : route;
  if (mayFailFor === undefined) return [...new Set([route, form])];
  if (mayFailFor === 'endpoint') return [`${form}${toWhom}`];
  const isOther = mayFailFor === 'path' && !path.includes('?');
  const ground = `${route}${isOther ? '' : reading.ok ? grounds[mayFailFor] : unreadable}`;
  return [...new Set([ground, `${ground}${toWhom}`])];
}

const unreadable = ' with a body that is no JSON';

/** What is known of a request beside what is sent. */
interface AboutRequest {
  /** Its body, where it was read. */
  readonly reading: JsonReading;
  readonly scripts: Iterable<UpstreamScript>;
  readonly mayFailFor: RefusalGround | undefined;
}

/** True when an endpoint was given a fault. */
export function haveFaults(scripts: Iterable<UpstreamScript>): boolean {
  return faultsOf(scripts).length > 0;
}

/** The body of a request as a target may read it. A large one is not read. */
export function readingOfRequest({ body, rawBody }: RequestOptions): JsonReading {
  return rawBody === undefined ? { ok: true, value: body } : readingOf(rawBody);
}

function readingOf(rawBody: Uint8Array | string): JsonReading {
  const bytes = typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody;
  if (bytes.length === 0 || bytes.length > mostReadBytes) return { ok: true, value: undefined };
  return readJson(bytes);
}

function faultsOf(scripts: Iterable<UpstreamScript>): readonly string[] {
  return [...scripts].flatMap(({ turns }) => turns.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
}

function routeOf(path: string): string {
  const [plain = ''] = path.split(/[?#]/, 1);
  return plain.replace(/^(\/v1\/jobs\/)[^/]+/, '$1{id}').replace(/^(\/v1\/models\/).+/, '$1{id}');
}
