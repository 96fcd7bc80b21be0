import {
  controlServed,
  defineCheck,
  expectAnswer,
  expectRefusal,
  expectThat,
  NotArranged,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

/** A chat body of exactly so many bytes: padded with blanks, which mean nothing in JSON. */
async function padded(world: World, extraBytes: number) {
  const limit = world.fragments.body_limit_bytes;
  if (limit === undefined) throw new NotArranged('the target names no fragment body_limit_bytes');
  const account = await world.account();
  const model = await account.usableModel();
  const body = JSON.stringify({ model: model.id, messages: hello });
  const rawBody = body.padEnd(limit + extraBytes, ' ');
  const headers = [['Content-Type', 'application/json']] as const;
  controlServed(await account.key.chat(undefined, { headers, rawBody: body }));
  return account.key.chat(undefined, { headers, rawBody });
}

const refused = defineCheck({
  rule: 'limit.body.refused-chat',
  input: fc.constantFrom(1, 1_000, 500_000),
  cases: 4,
  async decide(world, extraBytes) {
    expectRefusal(world, await padded(world, extraBytes), 'payload_too_large');
  },
});

const within = defineCheck({
  rule: 'limit.body.within',
  input: fc.constantFrom(0, -1, -1_000),
  cases: 3,
  async decide(world, extraBytes) {
    const exchange = await padded(world, extraBytes);
    const { status } = expectAnswer(world, exchange);
    expectThat(world, status !== 413, {
      expected: 'a body within the limit not to be too large',
      observed: 'status 413',
      exchanges: [exchange.id],
    });
  },
});

export default [refused, within];
