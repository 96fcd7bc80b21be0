import type { Exchange } from '../exchange/exchange.ts';
import { requestHeaderOf } from '../exchange/headers.ts';
import { objectOf } from '../exchange/json-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { isAccepted } from './answers.ts';
import type { Feature, Sign } from './feature.ts';

/** A request that comes again under its Idempotency-Key runs nothing a second time. */
export const idempotencyKeys: Feature = {
  id: 'idempotency-keys',
  harm: 'content',
  sentence: () => 'Idempotency-Key is ignored: a request that comes again under its key runs again.',
  rules: ['idempotency.'],
  works: (exchanges) => repeatsIn(exchanges).some(({ sign }) => sign === 'works'),
  missing: (exchanges) =>
    repeatsIn(exchanges)
      .filter(({ sign }) => sign === 'missing')
      .map(({ exchange }) => exchange),
};

interface Repeat {
  readonly exchange: Exchange;
  readonly sign: Sign;
}

function repeatsIn(exchanges: readonly Exchange[]): readonly Repeat[] {
  const groups = Map.groupBy(exchanges.filter(hasKey), keyOf);
  return [...groups.values()].flatMap((group) => {
    const first = group.find(isAccepted);
    return group.map((exchange) => ({ exchange, sign: first === undefined ? undefined : signOf(first, exchange) }));
  });
}

function hasKey(exchange: Exchange): boolean {
  const key = exchange.side === 'request' ? requestHeaderOf(exchange, 'idempotency-key') : undefined;
  return key !== undefined && key !== '' && exchange.request.method === 'POST';
}

function keyOf(exchange: Exchange): string {
  const headers = ['authorization', 'idempotency-key'].map((name) => requestHeaderOf(exchange, name));
  const { url, address = '' } = exchange.request;
  return JSON.stringify([url.slice(address.length), ...headers]);
}

/** What a request shows that came under the key of one that was accepted. */
function signOf(first: Exchange, exchange: Exchange): Sign {
  if (exchange === first) return undefined;
  if (exchange.response?.status === 409) return 'works';
  if (!isAccepted(exchange)) return undefined;
  if (Buffer.compare(first.request.body, exchange.request.body) !== 0) return 'missing';
  const [id, other] = [identityOf(first), identityOf(exchange)];
  if (id === undefined || other === undefined) return undefined;
  return id === other ? 'works' : 'missing';
}

/** The id of a completion, a job, or the chunks of a stream. */
function identityOf(exchange: Exchange): unknown {
  const [first] = streamOf(exchange).chunks;
  return (objectOf(exchange) ?? first?.json)?.id;
}
