import {
  type Account,
  controlStream,
  controlThat,
  describeAnswer,
  type Exchange,
  expectThat,
  type Fault,
  type Model,
  type StreamReading,
  script,
  show,
  streamOf,
  turn,
  type UpstreamScript,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** So many calls of one endpoint are distinguished. */
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

/** Nothing that a careless relay might change: neither blanks at the edges nor characters beyond ASCII. */
const plainWords: readonly string[] = ['plain', 'words', 'alone'];

/**
 * What rules about streams rely on, `SetupFailed` otherwise: an endpoint without faults that says these tokens is relayed as a stream, and with
 * just this content. Default: plain words, which `stream.relay.content` speaks of.
 */
export async function controlRelayed(
  account: Account,
  tokens: readonly string[] = plainWords,
  prerequisite = 'stream.relay.content',
): Promise<void> {
  const { content, exchange } = await relayed(account, tokens);
  const came = `${show(content)} of a stream of ${show(tokens.join(''))} reached the client (${exchange.id})`;
  controlThat(content === tokens.join(''), came, prerequisite);
}

/** As `controlRelayed`, whatever the content: the answer is a stream, and ends with one `[DONE]`. */
export async function controlEnded(account: Account): Promise<void> {
  const { doneCount } = await relayed(account, plainWords);
  controlThat(doneCount > 0, 'a plain stream ended without [DONE]', 'stream.event.done-last');
  controlThat(doneCount === 1, `a plain stream carried [DONE] ${doneCount} times`, 'stream.event.done-once');
}

async function relayed(account: Account, tokens: readonly string[]) {
  const exchange = await askStream(account, await account.model({ upstreams: [saying(tokens)] }));
  return { ...controlStream(exchange), exchange };
}

/** What a stream came to, in words: its status, how it ended, and its content. */
export function describeStream(exchange: Exchange): string {
  const { content, errorChunks } = streamOf(exchange);
  const failed = errorChunks.length === 0 ? ' and no chunk with an error' : '';
  return `${describeAnswer(exchange)}, with the content ${show(content)}${failed}`;
}

/** States that a failure of the endpoint was reported by a chunk with an error, and that `[DONE]` came; returns the stream read. */
export function expectFailedStream(world: World, exchange: Exchange): StreamReading {
  const stream = streamOf(exchange);
  expectThat(world, stream.errorChunks.length > 0 && stream.doneCount > 0, {
    expected: 'a chunk with an error and then data: [DONE], because the endpoint failed after content',
    observed: describeStream(exchange),
    exchanges: [exchange.id],
  });
  return stream;
}

/** The content of a stream as far as it came. */
export function contentOf(exchange: Exchange): string {
  return streamOf(exchange).content;
}
