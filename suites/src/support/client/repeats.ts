import { type Exchange, envelopeOf, type History, headerOf, type Judgement, requestHeaderOf } from '@gateproof/harness';
import { judgementOf, type Look } from '../standing-table.ts';

/** A request that failed, with the next one of the same bytes, if any. */
export interface Repeat {
  /** The failed one, and the next. */
  readonly exchanges: readonly string[];
  readonly status: number;
  readonly code: string | undefined;
  readonly kind: string | undefined;
  /** Its connection was lost before an answer. */
  readonly isLost: boolean;
  /** From the end of the failure to the next sending; undefined when there was none. */
  readonly gapMs: number | undefined;
  /** What Retry-After asks for. */
  readonly waitMs: number | undefined;
  readonly key: string | undefined;
  readonly nextKey: string | undefined;
  /** The same had failed with kind unknown right before. */
  readonly unknownBefore: boolean;
  /** Whether the next request under the same key has the same bytes; undefined when there was none. */
  readonly sameKeyBodies: boolean | undefined;
}

const keyOf = (exchange: Exchange) => requestHeaderOf(exchange, 'idempotency-key');
const texts = new WeakMap<Exchange, string>();
function bodyOf(exchange: Exchange): string {
  const known = texts.get(exchange) ?? Buffer.from(exchange.request.body).toString('latin1');
  texts.set(exchange, known);
  return known;
}
const sameRequest = (one: Exchange, other: Exchange) =>
  one.request.method === other.request.method && one.request.url === other.request.url && bodyOf(one) === bodyOf(other);
const isLost = ({ ending, response }: Exchange) => response === undefined && ending !== 'closed';
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const kindOf = (exchange: Exchange) => text(envelopeOf(exchange)?.kind);
const hasFailed = (exchange: Exchange) => isLost(exchange) || (exchange.response?.status ?? 0) >= 400;

/** What Retry-After, or `retry_after_ms` within its second, asks for. */
function waitOf(exchange: Exchange): number | undefined {
  const header = headerOf(exchange, 'retry-after');
  if (header === undefined || !/^\d+$/.test(header)) return undefined;
  const exact = envelopeOf(exchange)?.retry_after_ms;
  return typeof exact === 'number' ? Math.min(exact, Number(header) * 1000) : Number(header) * 1000;
}

/** Every failed request of a client with what followed it. Requests side by side are none another's retry. */
export function repeatsIn({ exchanges }: History): readonly Repeat[] {
  const requests = exchanges.filter(({ side }) => side === 'request');
  return requests.flatMap((failed, place) => {
    if (!hasFailed(failed)) return [];
    const later = requests.slice(place + 1).filter(({ request }) => request.atMs >= failed.endedAtMs);
    const next = later.find((one) => sameRequest(failed, one));
    const key = keyOf(failed);
    const underKey =
      key === undefined ? undefined : later.find((one) => keyOf(one) === key && one.request.url === failed.request.url);
    const before = requests.slice(0, place).findLast((one) => sameRequest(failed, one));
    return {
      exchanges: [failed.id, ...(next === undefined ? [] : [next.id])],
      status: failed.response?.status ?? 0,
      code: text(envelopeOf(failed)?.code),
      kind: kindOf(failed),
      isLost: isLost(failed),
      gapMs: next === undefined ? undefined : next.request.atMs - failed.endedAtMs,
      waitMs: waitOf(failed),
      key,
      nextKey: next === undefined ? undefined : keyOf(next),
      unknownBefore: before !== undefined && kindOf(before) === 'unknown',
      sameKeyBodies: underKey === undefined ? undefined : bodyOf(underKey) === bodyOf(failed),
    };
  });
}

/** What one look at some exchanges says of a rule. */
export function* sightingsOf(rule: string, exchanges: readonly string[], look: Look): Generator<Judgement> {
  if (look !== undefined) yield judgementOf(rule, exchanges, look);
}
