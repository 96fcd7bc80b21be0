import {
  type Account,
  caution,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type Fault,
  headersOf,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { saying, tokensOf } from '../../support/streams.ts';

/** More than any compressor keeps to itself, however well it compresses: no two of its tokens are alike. */
const longTokens = Array.from({ length: 64 }, (_, place) => noise(place, 8 * 1024));
const waitMs = 3_000;

/** Digits in no order that a compressor could find, the same in every run. */
function noise(start: number, length: number): string {
  let state = 0x2545f491 ^ Math.imul(start + 1, 0x9e3779b1);
  let text = '';
  while (text.length < length) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    text += (state >>> 0).toString(36);
  }
  return text;
}

/** Streams what an endpoint says until one event has come; nobody lets the endpoint say the last token. */
async function firstEvent(account: Account, accepted: string, tokens: readonly string[]): Promise<Exchange> {
  const gate: Fault = { kind: 'gate', gate: 'rest', beforeEvent: tokens.length };
  const model = await account.model({ upstreams: [saying(tokens, gate)] });
  return account.key.chat(
    { model: model.id, messages: hello, stream: true },
    { headers: [['Accept-Encoding', accepted]], closeAfterEvents: 1, limitMs: waitMs },
  );
}

function described(exchange: Exchange): string {
  const [label] = headersOf(exchange, 'content-encoding');
  const coded = label === undefined ? '' : `, coded ${label}`;
  return `${describeAnswer(exchange)}${coded} within ${waitMs / 1000} s`;
}

/** Streams are asked for as clients ask that accept codings. */
export default defineCheck({
  rule: 'answer.coding.stream-flows',
  ...every('gzip, deflate, br', 'gzip', 'br', 'deflate'),
  describe: (accepted) => `Accept-Encoding: ${accepted}`,
  async decide(world, accepted) {
    const account = await world.account();
    const few = tokensOf('a', 6);
    const coded = await firstEvent(account, accepted, few);
    if (coded.ending !== 'closed') {
      const plain = await firstEvent(account, 'identity', few);
      const isHeldAnyway = 'a stream does not arrive incrementally without a coding either';
      controlThat(plain.ending === 'closed', isHeldAnyway, 'stream.relay.incremental');
    }
    const later = coded.ending === 'closed' ? coded : await firstEvent(account, accepted, longTokens);
    expectThat(world, later.ending === 'closed', {
      expected: `the first chunks of a stream while its endpoint still streams, as they come to a client that accepts no coding`,
      observed: `for Accept-Encoding: ${accepted}, ${described(coded)}, while the endpoint held back the rest of its stream`,
      exchanges: [coded.id],
    });
    if (later === coded) return;
    caution(world, {
      expected: 'each chunk of a coded stream when its endpoint has sent it',
      observed: `for Accept-Encoding: ${accepted}, nothing of a short stream while the endpoint held back the rest, and the beginning of a long one`,
      exchanges: [coded.id, later.id],
    });
  },
});
