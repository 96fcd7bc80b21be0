import type { Exchange } from '../exchange/exchange.ts';
import { headerOf } from '../exchange/headers.ts';
import { contractRoutes, likelyRouteOf } from '../exchange/route-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import type { AnsweredExchange } from '../repair/repair.ts';
import { isChatStream } from '../repair/stream-answer.ts';

/** Under what circumstances an answer came, each in words that follow "seen in". The most telling facets come first. */
export interface Circumstances {
  readonly form: string;
  readonly coding: string;
  readonly retries: string;
  readonly statusClass: string;
  readonly status: string;
  readonly route: string;
}

const readableRoutes: ReadonlyMap<string, string> = new Map(
  contractRoutes.map(([name, method, path]) => [
    name,
    `${method} ${path.source
      .replaceAll('\\/', '/')
      .replaceAll(/\(.*?\+\)/g, '{id}')
      .replaceAll(/[\^$]/g, '')}`,
  ]),
);

/** The circumstances of an answer, given all exchanges of its case. `failedStreams` is what a stream with an error chunk is called. */
export function circumstancesOf(
  exchange: AnsweredExchange,
  ofCase: readonly Exchange[],
  failedStreams = 'streams that fail',
): Circumstances {
  const coding = headerOf(exchange, 'content-encoding');
  const route = likelyRouteOf(exchange);
  const { status } = exchange.response;
  return {
    form: formOf(exchange, failedStreams),
    coding: coding === undefined ? 'answers without a content coding' : `answers with Content-Encoding: ${coding}`,
    retries: callsDuring(exchange, ofCase) > 1 ? 'requests for which several upstreams are called' : 'other requests',
    statusClass: statusWords(status, `${Math.floor(status / 100)}xx`),
    status: statusWords(status, String(status)),
    route: route === undefined ? 'answers of unknown routes' : `answers of ${readableRoutes.get(route)}`,
  };
}

function statusWords(status: number, name: string): string {
  return status >= 400 ? `${name} errors` : `answers with status ${name}`;
}

function formOf(exchange: AnsweredExchange, failedStreams: string): string {
  if (exchange.response.status >= 400) return 'error answers';
  if (!isChatStream(exchange)) return 'answers that are no stream';
  return streamOf(exchange).errorChunks.length > 0 ? failedStreams : 'streams that succeed';
}

/** Calls of upstreams between the request and the end of its answer. */
function callsDuring({ request, endedAtMs }: Exchange, ofCase: readonly Exchange[]): number {
  return ofCase.filter(
    ({ side, request: { atMs } }) => side === 'upstream' && atMs >= request.atMs && atMs <= endedAtMs,
  ).length;
}

/** Facets by which to say where something was seen, alone or two together; the first that separates seen from unseen is used. */
const facets: readonly (readonly (keyof Circumstances)[])[] = [
  ['form'],
  ['coding'],
  ['retries'],
  ['statusClass'],
  ['status'],
  ['route'],
  ['form', 'status'],
  ['form', 'route'],
  ['form', 'retries'],
  ['status', 'route'],
];
/** A list of more names is none that is read. */
const mostNamed = 2;

/**
 * Where something was seen and where not, as a sentence: by the first facet that separates them. Undefined where it was seen in each answer that
 * could show it.
 */
export function whereSeen(seen: readonly Circumstances[], unseen: readonly Circumstances[]): string | undefined {
  if (unseen.length === 0 || seen.length === 0) return undefined;
  for (const facet of facets) {
    const [shown, others] = [valuesOf(seen, facet), valuesOf(unseen, facet)];
    if (shown.some((value) => others.includes(value))) continue;
    if (shown.length <= mostNamed && others.length <= mostNamed)
      return `Seen in ${shown.join(' and ')}; not in ${others.join(' and ')}.`;
    if (shown.length <= mostNamed) return `Seen only in ${shown.join(' and ')}.`;
    if (others.length <= mostNamed) return `Not seen in ${others.join(' and ')}.`;
  }
  return partlySeen(seen, unseen) ?? 'Seen only in some of these answers.';
}

/** `Seen in 404 errors and some 400 errors; not in 502 errors.` */
function partlySeen(seen: readonly Circumstances[], unseen: readonly Circumstances[]): string | undefined {
  for (const facet of ['form', 'status', 'route'] as const) {
    const [shown, others] = [valuesOf(seen, [facet]), valuesOf(unseen, [facet])];
    const never = others.filter((value) => !shown.includes(value));
    const isTelling = never.length > 0 || shown.some((value) => !others.includes(value));
    if (!isTelling || shown.length > mostNamed + 1) continue;
    const named = shown.map((value) => (others.includes(value) ? `some ${value}` : value)).join(' and ');
    return never.length > 0 && never.length <= mostNamed
      ? `Seen in ${named}; not in ${never.join(' and ')}.`
      : `Seen only in ${named}.`;
  }
  return undefined;
}

/** `streams that fail, answers with status 200`. */
function valuesOf(given: readonly Circumstances[], facet: readonly (keyof Circumstances)[]): readonly string[] {
  return [...new Set(given.map((one) => facet.map((name) => one[name]).join(', ')))].toSorted();
}
