import {
  type Account,
  type Exchange,
  expectStream,
  expectThat,
  type Fault,
  type Model,
  type StreamReading,
  script,
  streamOf,
  turn,
  type UpstreamScript,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** So many calls of one endpoint are told apart. */
const toldApart = 8;

/** Words that only one endpoint says, so that a splice of two shows. */
export function tokensOf(endpoint: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${endpoint}${index + 1} `);
}

/** An upstream that says these tokens, with faults. */
export function saying(tokens: readonly string[], ...faults: readonly Fault[]): UpstreamScript {
  return script(turn({ kind: 'chat', tokens }, ...faults));
}

/** As `saying`, with something else at the end of each answer: a second generation shows. */
export function sayingAnew(tokens: readonly string[], ...faults: readonly Fault[]): UpstreamScript {
  const calls = Array.from({ length: toldApart }, (_, call) => [...tokens, `call ${call + 1}`]);
  return script(...calls.map((said) => turn({ kind: 'chat', tokens: said }, ...faults)));
}

/** A streamed chat request. */
export function askStream(account: Account, model: Model, extra: object = {}): Promise<Exchange> {
  return account.key.chat({ model: model.id, messages: hello, stream: true, ...extra });
}

/** Opens a model with these endpoints and streams from it. */
export async function streamFrom(world: World, upstreams: readonly UpstreamScript[], extra: object = {}) {
  const account = await world.account();
  const model = await account.model({ upstreams });
  return { account, model, exchange: await askStream(account, model, extra) };
}

/** States that the answer is a stream with one error chunk, and `[DONE]` at its end; returns it read. */
export function expectFailedStream(world: World, exchange: Exchange): StreamReading {
  const stream = expectStream(world, exchange);
  const exchanges = [exchange.id];
  expectThat(world, stream.errorChunks.length > 0, {
    expected: 'a chunk with an error object, because the endpoint failed after content',
    observed: `a stream without one, ${stream.doneCount > 0 ? 'ended by [DONE]' : 'without [DONE]'}`,
    exchanges,
  });
  expectThat(world, stream.doneCount > 0, {
    expected: 'data: [DONE] after the error chunk',
    observed: 'a stream that ends without it',
    exchanges,
  });
  return stream;
}

/** The content of a stream as far as it came. */
export function contentOf(exchange: Exchange): string {
  return streamOf(exchange).content;
}
