import { defineCheck, expectThat, type Fault, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { faultCouldAct } from '../../support/failing-streams.ts';
import { saying, tokensOf } from '../../support/streams.ts';

/** Longest wait for the events after which the client leaves, in ms. */
const mostPatienceMs = 1_500;

/** The client leaves after some events of a stream that goes on, or before the first; what is recorded of it is read for a while. */
export default defineCheck({
  rule: 'error.code.client-disconnected.recorded',
  input: fc.integer({ min: 2, max: 4 }),
  examples: [0],
  cases: 4,
  async decide(world, events) {
    const account = await world.account();
    const fault: Fault = { kind: 'gate', gate: 'rest', beforeEvent: events > 0 ? 7 : 1 };
    const model = await account.model({ upstreams: [saying(tokensOf('a', 60), fault)] });
    const leaving = new AbortController();
    const pending = account.key.chat(
      { model: model.id, messages: hello, stream: true },
      { ...(events > 0 ? { closeAfterEvents: events } : {}), signal: leaving.signal },
    );
    let hasLeft = false;
    const exchange = pending.finally(() => {
      hasLeft = true;
    });
    // A gateway that holds streams back brings no events; its client leaves all the same.
    if ((await model.upstreams[0]?.call(1)) !== undefined && events > 0)
      await world.until(() => hasLeft, mostPatienceMs);
    leaving.abort();
    const { ending, id: left } = await exchange;
    faultCouldAct(model, fault);
    if (ending !== 'closed') throw new NotExercised('the stream ended before its client left');
    let codes: readonly (string | null)[] = [];
    for (let looked = 0; looked < 30; looked += 1) {
      codes = (await account.usage()).generations
        .filter(({ model: id }) => id === model.id)
        .map(({ error_code: code }) => code);
      if (codes.includes('client_disconnected')) break;
      // That a client has left may show in writing to it only.
      if (looked === 10) model.upstreams[0]?.release('rest');
      await world.until(() => false, 100);
    }
    model.upstreams[0]?.release('rest');
    // What went well all the same, and what never was a generation, may be told so.
    if (events === 0 && codes.every((code) => code === null))
      throw new NotExercised('no failure is recorded of a stream that its client left before it began');
    expectThat(world, codes.includes('client_disconnected'), {
      expected: 'a generation recorded with client_disconnected within 3 s',
      observed: codes.length === 0 ? 'no generation' : codes.join(', '),
      exchanges: [left],
    });
  },
});
