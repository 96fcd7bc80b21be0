import {
  type CallOptions,
  codeOf,
  type Exchange,
  expectAnswer,
  expectThat,
  isObject,
  jsonOf,
  type Key,
  streamOf,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** A chat request under an idempotency key. */
export function chatUnder(
  key: Key,
  model: { readonly id: string },
  idempotencyKey: string,
  extra: object = {},
  options: CallOptions = {},
): Promise<Exchange> {
  return key.chat({ model: model.id, messages: hello, ...extra }, { ...options, idempotencyKey });
}

/** What a reply is recognised by: id and choices of a completion. */
export function identityOf(exchange: Exchange): unknown {
  const body = jsonOf(exchange);
  return body.ok && isObject(body.value) ? { id: body.value.id, choices: body.value.choices } : undefined;
}

/** Whether a request that came again was refused as a conflict. */
export function isConflict(exchange: Exchange): boolean {
  return exchange.response?.status === 409 && codeOf(exchange) === 'idempotency_conflict';
}

/** States that a request which came again was answered with a 2xx or with the conflict, and with nothing else. */
export function expectAgain(world: World, exchange: Exchange): 'first result' | 'conflict' {
  const { status } = expectAnswer(world, exchange);
  if (isConflict(exchange)) return 'conflict';
  const said = status === 200 && (identityOf(exchange) !== undefined || streamOf(exchange).chunks.length > 0);
  expectThat(world, said, {
    expected: 'the first result, or 409 idempotency_conflict',
    observed: `status ${status} ${codeOf(exchange) ?? ''}`,
    exchanges: [exchange.id],
  });
  return 'first result';
}
