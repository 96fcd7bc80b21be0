import { defineCheck, envelopeOf, expectThat, isObject, NotExercised, streamOf } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { saying } from '../../support/streams.ts';

interface Row {
  readonly models: number;
  readonly endpoints: number;
  readonly stream: boolean;
  /** All endpoints but the last lose the connection. */
  readonly losesConnections?: boolean;
  /** The last model begins to answer, so that the error stands in the stream. */
  readonly lastBreaksOff?: boolean;
}

export default defineCheck({
  rule: 'error.attempts.count',
  ...every<Row>(
    { models: 1, endpoints: 1, stream: false },
    { models: 1, endpoints: 4, stream: false },
    { models: 1, endpoints: 3, stream: true },
    { models: 3, endpoints: 1, stream: false },
    { models: 2, endpoints: 2, stream: true },
    { models: 1, endpoints: 3, stream: false, losesConnections: true },
    { models: 3, endpoints: 1, stream: true, lastBreaksOff: true },
  ),
  async decide(world, { models, endpoints, stream, losesConnections = false, lastBreaksOff = false }) {
    const account = await world.account();
    const failing = saying(['never'], { kind: 'status', status: 500 });
    const lost = losesConnections ? saying(['never'], { kind: 'reset-before-headers' }) : failing;
    const upstreams = [...Array.from({ length: endpoints - 1 }, () => lost), failing];
    const made = [];
    const breakingOff = saying(['a ', 'b ', 'c '], { kind: 'error-chunk', afterTokens: 2 });
    for (let count = 0; count < models; count += 1) {
      const isLate = lastBreaksOff && count === models - 1;
      made.push(await account.model({ upstreams: isLate ? [breakingOff] : upstreams }));
    }
    const [first, ...others] = made.map(({ id }) => id);
    const list = others.length === 0 ? {} : { models: others };
    const exchange = await account.key.chat({ model: first, ...list, messages: hello, stream });
    const inStream = streamOf(exchange).errorChunks[0]?.json.error;
    const attempts = envelopeOf(exchange)?.attempts ?? (isObject(inStream) ? inStream.attempts : undefined);
    if (!Array.isArray(attempts)) throw new NotExercised('the error names no attempts');
    const asked = made.flatMap((model) => model.upstreams);
    const tried = asked.filter((upstream) => upstream.calls().length > 0).length;
    expectThat(world, attempts.length >= tried, {
      expected: `at least ${tried} attempts, one for each endpoint that was tried`,
      observed: `${attempts.length}`,
      exchanges: [exchange.id],
    });
    // One that was tried twice may have two entries (freedom F051), and one that was passed over may be listed.
    const calls = asked.reduce((sum, upstream) => sum + upstream.calls().length, 0);
    const most = Math.max(calls, asked.length);
    expectThat(world, attempts.length <= most, {
      expected: `at most ${most} attempts, because ${calls} calls were made to ${asked.length} endpoints`,
      observed: `${attempts.length}`,
      exchanges: [exchange.id],
    });
  },
});
