import { type ClientRequest, type ClientWorld, expectThat, NotExercised, requestHeaderOf } from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, imageParams } from '../support/client/expectations.ts';
import { controlOperation, operations, submissions } from '../support/client/operations.ts';

const keyOf = ({ exchange }: ClientRequest) => requestHeaderOf(exchange, 'idempotency-key');

/** The keys that the client made since then; `NotExercised` when it makes none. */
function ownKeys(world: ClientWorld, from: number): readonly string[] {
  const keys = world
    .requests()
    .slice(from)
    .map(keyOf)
    .filter((key) => key !== undefined);
  if (keys.length < 2) throw new NotExercised('the client makes no keys of its own');
  return keys;
}

/** Requests one after another, then side by side: one of them shows a key that is counted or made from the time. */
const ownKey = clientCheck('client.idempotency.own-key', async (world) => {
  await controlChat(world);
  world.answer(() => operations.chat.served);
  // A key that a caller chose is that request's alone.
  await world.call('chat', chatParams, { idempotencyKey: world.unique('key') });
  const from = world.requests().length;
  const say = (content: string) => world.call('chat', { ...chatParams, messages: [{ role: 'user', content }] });
  await say('one');
  await say('two');
  await Promise.all(['three', 'four', 'five', 'six', 'seven', 'eight'].map(say));
  if (world.supports('create_image')) {
    world.answer(() => operations.create_image.served);
    await world.call('create_image', imageParams);
    await world.call('create_image', { ...imageParams, inputs: { prompt: 'a blue square' } });
  }
  const keys = ownKeys(world, from);
  expectThat(world, new Set(keys).size === keys.length, {
    expected: 'a key of its own for each request',
    observed: keys.join(', '),
  });
});

/** The second call is a wish for a second result: under the key of the first it would get the first one's, or 409. */
const ofEqualCalls = clientRows('client.idempotency.own-key-of-equal-calls', submissions, async (world, operation) => {
  await controlOperation(world, operation);
  world.answer(() => operation.served);
  const from = world.requests().length;
  await world.call(operation.op, operation.params);
  await world.call(operation.op, operation.params);
  const keys = ownKeys(world, from);
  expectThat(world, new Set(keys).size === keys.length, {
    expected: 'another Idempotency-Key on the second of two equal calls, so that it is run as well',
    observed: keys.join(', '),
  });
});

/** The keys that a client makes by itself (Endpoints › Idempotency-Key). */
const keys: readonly ClientCheck[] = [ownKey, ofEqualCalls];
export default keys;
