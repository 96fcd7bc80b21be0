import {
  type Account,
  type Exchange,
  type Fault,
  isObject,
  jsonOf,
  type Key,
  type Model,
  mediaTypeOf,
  script,
  streamOf,
  type UpstreamScript,
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

/** What model number `index` says when it serves. */
export function said(index: number): readonly string[] {
  return tokensOf(`m${index}-`, 3);
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
