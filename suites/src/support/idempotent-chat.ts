import {
  type CallOptions,
  codeOf,
  controlAnswer,
  describeAnswer,
  type Exchange,
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

/**
 * States that a request which came again was answered as a 2xx with something said, or with the conflict, and with nothing else. `wanted` names the
 * 2xx in a finding. Default: the first result.
 */
export function expectAgain(
  world: World,
  exchange: Exchange,
  wanted = 'the first result',
): 'first result' | 'conflict' {
  const { status } = controlAnswer(exchange);
  if (isConflict(exchange)) {
    world.stated();
    return 'conflict';
  }
  const said = status === 200 && (identityOf(exchange) !== undefined || streamOf(exchange).chunks.length > 0);
  expectThat(world, said, {
    expected: `${wanted}, or 409 idempotency_conflict`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
  return 'first result';
}
