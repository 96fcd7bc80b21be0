import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { saying, tokensOf } from '../../support/streams.ts';

/** The client leaves after some events of a stream that goes on; what is recorded of it is read for a while. */
export default defineCheck({
  rule: 'error.code.client-disconnected.recorded',
  input: fc.integer({ min: 2, max: 4 }),
  cases: 3,
  async decide(world, events) {
    const account = await world.account();
    const held = saying(tokensOf('a', 8), { kind: 'gate', gate: 'rest', beforeEvent: 7 });
    const model = await account.model({ upstreams: [held] });
    const exchange = await account.key.chat(
      { model: model.id, messages: hello, stream: true },
      { closeAfterEvents: events },
    );
    if (exchange.ending !== 'closed') throw new NotExercised('the stream did not bring that many events');
    let codes: readonly (string | null)[] = [];
    for (let looked = 0; looked < 20; looked += 1) {
      codes = (await account.usage()).generations
        .filter(({ model: id }) => id === model.id)
        .map(({ error_code: code }) => code);
      if (codes.includes('client_disconnected')) break;
      await world.until(() => false, 100);
    }
    model.upstreams[0]?.release('rest');
    expectThat(world, codes.includes('client_disconnected'), {
      expected: 'a generation recorded with client_disconnected within 2 s',
      observed: codes.length === 0 ? 'no generation' : codes.join(', '),
      exchanges: [exchange.id],
    });
  },
});
