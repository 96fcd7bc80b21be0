import {
  type Account,
  controlServed,
  controlThat,
  type Exchange,
  expectThat,
  type Fault,
  isObject,
  jsonOf,
  type Key,
  type Model,
  mediaTypeOf,
  script,
  show,
  streamOf,
  type UpstreamScript,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';
import { messageOf } from './completions.ts';
import { isFilledString } from './json.ts';
import { contentOf, saying, tokensOf } from './streams.ts';

/** Failures of an endpoint after which a fallback model is plainly to be asked (freedom F127). */
export const plainFailures: readonly Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503 },
  { kind: 'refuse-connection' },
];

export const broken: UpstreamScript = saying(['never '], { kind: 'status', status: 502 });

/** One model per script, in order; each says words that no other says: `m0-1 m0-2 …`. */
export function models(account: Account, scripts: readonly UpstreamScript[]): Promise<readonly Model[]> {
  return Promise.all(scripts.map((one) => account.model({ upstreams: [one] })));
}

const wordOf = (index: number): string => `m${index}-`;

/** What model number `index` says when it serves. */
export function said(index: number): readonly string[] {
  return tokensOf(wordOf(index), 3);
}

/** The script of a model that serves its own words, or fails with the fault. */
export function serving(index: number, fault?: Fault): UpstreamScript {
  return fault === undefined ? saying(said(index)) : saying(said(index), fault);
}

/** Asks the first model with the others as its fallbacks. */
export function askWithFallbacks(key: Key, all: readonly Model[], extra: object = {}): Promise<Exchange> {
  const [first, ...others] = all;
  // An empty list may be refused (freedom F124), so it is left out.
  const list = others.length === 0 ? {} : { models: others.map(({ id }) => id) };
  return key.chat({ model: first?.id, ...list, messages: hello, ...extra });
}

/** The rule that says that a model which fails so is replaced by a fallback model. */
export function replacedRule(fault: Fault, stream = false): string {
  if (stream) return 'stream.failover.fallback-model';
  return fault.kind === 'refuse-connection' ? 'fallback.cause.unreachable' : 'fallback.cause.server-error';
}

/** What rules about lists rely on, `SetupFailed` otherwise: a model that fails so is replaced by the one model of its list. */
export async function controlReplaced(account: Account, fault: Fault, stream = false): Promise<void> {
  const exchange = await askWithFallbacks(account.key, await models(account, [serving(0, fault), serving(1)]), {
    stream,
  });
  controlServed(exchange, replacedRule(fault, stream));
}

/**
 * States that the reply has words of this model, and of none other of the first `count`. A reply without words of any is `SetupFailed`: whether
 * contents arrive is for other rules.
 */
export function expectAnsweredBy(world: World, exchange: Exchange, place: number, count: number): void {
  const content = contentOfReply(exchange);
  const speakers = Array.from({ length: count }, (_, index) => index).filter((index) =>
    String(content).includes(wordOf(index)),
  );
  const prerequisite = isStreamed(exchange) ? 'stream.relay.content' : 'chat.relay.content';
  controlThat(speakers.length > 0, `the reply has words of no model: ${show(content)}`, prerequisite);
  expectThat(
    world,
    speakers.every((speaker) => speaker === place),
    {
      expected: `a reply by model ${place + 1} of the request, which says ${show(said(place).join(''))}`,
      observed: `the content ${show(content)}`,
      exchanges: [exchange.id],
    },
  );
}

/** The whole content of model number `place` reached the client; otherwise `SetupFailed`. */
export function controlWhole(exchange: Exchange, place: number): void {
  controlServed(exchange);
  const content = contentOfReply(exchange);
  const prerequisite = isStreamed(exchange) ? 'stream.relay.content' : 'chat.relay.content';
  controlThat(content === said(place).join(''), `${show(content)} reached the client`, prerequisite);
}

/** How often each model's upstreams were asked. */
export function callCounts(all: readonly Model[]): readonly number[] {
  return all.map(({ upstreams }) => upstreams.reduce((sum, upstream) => sum + upstream.calls().length, 0));
}

/** What a reply says, whole or streamed. */
export function contentOfReply(exchange: Exchange): unknown {
  return isStreamed(exchange) ? contentOf(exchange) : messageOf(exchange)?.content;
}

/** The model that a reply names, in a stream the first that its chunks do; undefined when it names none. */
export function namedModel(exchange: Exchange): string | undefined {
  if (isStreamed(exchange)) {
    const named = streamOf(exchange).chunks.map(({ json }) => (isObject(json) ? json.model : undefined));
    return named.find(isFilledString);
  }
  const body = jsonOf(exchange);
  const model = body.ok && isObject(body.value) ? body.value.model : undefined;
  return typeof model === 'string' ? model : undefined;
}

function isStreamed(exchange: Exchange): boolean {
  return mediaTypeOf(exchange) === 'text/event-stream';
}

/** An upstream that serves whatever it is asked. */
export const anything: UpstreamScript = script();
