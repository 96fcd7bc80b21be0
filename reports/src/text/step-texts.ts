import type { ExchangeRecord } from '@gateproof/harness';
import { cutMiddle } from './cut-middle.ts';
import { visibleText } from './visible-text.ts';

const keyHeader = 'idempotency-key';
/** Headers that differ between any two requests, and say nothing of what a case is about. */
const incidental = new Set([
  'content-length',
  'traceparent',
  'tracestate',
  'date',
  'host',
  'connection',
  'content-type',
]);
const mostFields = 2;
const mostValue = 24;
const mostPath = 48;

/** Each request by what sets it apart from the others, with its status; one to the route of the one before it is sent `again`. */
export function stepTexts(exchanges: readonly ExchangeRecord[]): string[] {
  const headers = distinctHeaders(exchanges);
  const fields = new Map(exchanges.map((one) => [one, fieldsOf(one)]));
  const keys = [...new Set(exchanges.flatMap((one) => headerOf(one, keyHeader) ?? []))];
  return exchanges.map((one, index) => {
    const before = exchanges[index - 1];
    const parts = [
      before !== undefined && routeOf(before) === routeOf(one) ? 'again' : placeOf(one),
      ...(keys.length === 0 ? [] : [keyText(headerOf(one, keyHeader), keys)]),
      ...headers.map((name) => headerText(name, headerOf(one, name))),
      ...fieldTexts(
        fields.get(one),
        exchanges.filter((other) => routeOf(other) === routeOf(one)).flatMap((other) => fields.get(other) ?? []),
      ),
    ];
    return `${parts.join(', ')} → ${one.response?.status ?? 'no answer'}`;
  });
}

function placeOf({ request }: ExchangeRecord): string {
  return `${request.method} ${cutMiddle(visibleText(pathOf(request.url)), mostPath)}`;
}

function keyText(key: string | undefined, keys: readonly string[]): string {
  if (key === undefined) return 'no key';
  return keys.length === 1 ? 'key K' : `key K${keys.indexOf(key) + 1}`;
}

/** Names of headers in which the requests differ. */
function distinctHeaders(exchanges: readonly ExchangeRecord[]): string[] {
  const names = new Set(exchanges.flatMap(({ request }) => request.headers.map(([name]) => name.toLowerCase())));
  const differing = [...names].filter((name) => new Set(exchanges.map((one) => headerOf(one, name))).size > 1);
  return differing.filter((name) => name !== keyHeader && !incidental.has(name)).slice(0, mostFields);
}

function headerText(name: string, value: string | undefined): string {
  return value === undefined ? `no ${name}` : `${name} ${cutMiddle(visibleText(value), mostValue)}`;
}

/** The fields of a JSON body in which the requests to one route differ. */
function fieldTexts(own: Fields | undefined, alike: readonly Fields[]): string[] {
  const paths = [...new Set(alike.flatMap((each) => [...each.keys()]))];
  const differing = paths.filter((path) => new Set(alike.map((each) => each.get(path))).size > 1);
  return differing.slice(0, mostFields).map((path) => fieldText(path, own?.get(path)));
}

function fieldText(path: string, value: string | undefined): string {
  const name = visibleText(path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path);
  if (name === 'stream') return value === 'true' ? 'stream' : 'no stream';
  return value === undefined ? `no ${name}` : `${name} ${cutMiddle(visibleText(value), mostValue)}`;
}

/** The leaves of a JSON body by their paths: `messages.0.content`. */
type Fields = ReadonlyMap<string, string>;

function fieldsOf({ request }: ExchangeRecord): Fields {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) leaves.set(path, JSON.stringify(value));
    else for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`);
  };
  try {
    if ('text' in request.body) walk(JSON.parse(request.body.text), '');
  } catch {
    // Only JSON has fields.
  }
  return leaves;
}

function headerOf({ request }: ExchangeRecord, name: string): string | undefined {
  return request.headers.find(([one]) => one.toLowerCase() === name)?.[1];
}

function routeOf({ request }: ExchangeRecord): string {
  return `${request.method} ${pathOf(request.url)}`;
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '') || '/';
}
