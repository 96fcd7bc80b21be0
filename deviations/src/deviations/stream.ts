import { type Behaviour, patch, sseData } from '@gateproof/simulator/behaviour';
import { inChunks, inContent, inDeltas } from '../changes/in-chunks.ts';
import { insideEach } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { namingAnother } from './naming-another.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Decodes each piece of the endpoint's bytes by itself. */
async function* pieceByPiece(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  async function* redecoded(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) yield Buffer.from(Buffer.from(piece).toString('utf8'));
  }
  yield* sseData(redecoded());
}

/** Takes each piece for whole events. */
async function* wholePieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  for await (const piece of bytes) {
    async function* alone(): AsyncGenerator<Uint8Array> {
      yield piece;
    }
    yield* sseData(alone());
  }
}

/** Takes comments for the end of the stream. */
async function* endingAtComments(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  async function* cut(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      const text = Buffer.from(piece).toString('latin1');
      const comment = text.search(/(^|\n):/);
      yield comment < 0 ? piece : piece.subarray(0, comment + 1);
      if (comment >= 0) return;
    }
  }
  yield* sseData(cut());
}

/** Gives all events at the end. */
async function* allAtOnce(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const all: string[] = [];
  for await (const events of sseData(bytes)) all.push(...events);
  yield all;
}

/** How the wire itself is got wrong. */
const wire: readonly Deviation[] = [
  breaking(
    'stream.event.content-type',
    'answers streams as application/json',
    patch('streaming', { contentType: 'application/json' }),
  ),
  breaking(
    'stream.event.json:ping',
    'sends a ping that is not JSON',
    patch('streaming', ({ closing }) => ({ closing: (count) => `data: ping\n\n${closing(count)}` })),
  ),
  breaking(
    'stream.event.json:quotes',
    'sends chunks with single quotes',
    patch('streaming', { event: (value) => `data: ${JSON.stringify(value).replaceAll('"', "'")}\n\n` }),
  ),
  breaking('stream.event.done-last:missing', 'ends without [DONE]', patch('streaming', { closing: () => '' })),
  breaking(
    'stream.event.done-last:quoted',
    'puts [DONE] into quotes',
    patch('streaming', { closing: () => 'data: "[DONE]"\n\n' }),
  ),
  breaking(
    'stream.event.done-once',
    'sends [DONE] twice',
    patch('streaming', { closing: () => 'data: [DONE]\n\ndata: [DONE]\n\n' }),
  ),
  breaking(
    'stream.event.nothing-after-done',
    'sends usage after [DONE]',
    patch('streaming', { closing: () => 'data: [DONE]\n\ndata: {"choices":[],"usage":{}}\n\n' }),
  ),
  breaking('stream.answered.as-events', 'never streams', patch('streaming', { isWanted: () => false })),
  breaking(
    'stream.answered.json-when-false',
    'streams whenever stream is there',
    patch('streaming', { isWanted: ({ stream }) => stream !== undefined }),
  ),
  breaking(
    'stream.answered.error-free',
    'sends error: {} with the chunk that finishes',
    inChunks((chunk) => (finishes(chunk) ? { ...chunk, error: { code: 'none' } } : chunk)),
  ),
  breaking(
    'stream.model.echoed',
    'names another model of the account',
    namingAnother((_identity, chunk) => chunk !== undefined),
  ),
];

function finishes({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && typeof choices[0]?.finish_reason === 'string';
}

/** How what the endpoint streamed is lost or changed. */
const relay: readonly Deviation[] = [
  breaking(
    'stream.relay.content:dropped',
    'leaves out every fifth chunk',
    inChunks((chunk, _identity, index) => (index % 5 === 4 && !finishes(chunk) ? undefined : chunk)),
  ),
  breaking(
    'stream.relay.content:doubled',
    'sends every second content delta twice',
    inChunks((chunk, _identity, index) =>
      index % 2 === 1 ? insideEach(chunk, 'choices', (choice) => doubled(choice)) : chunk,
    ),
  ),
  breaking(
    'stream.relay.unicode',
    'replaces what lies beyond the basic plane',
    inContent((text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')),
  ),
  breaking(
    'stream.relay.whitespace:trim',
    'trims deltas',
    inContent((text) => text.trim()),
  ),
  breaking(
    'stream.relay.whitespace:blank',
    'leaves out blank deltas',
    inContent((text) => (text.trim() === '' ? '' : text)),
  ),
  breaking(
    'stream.relay.split-bytes:characters',
    'decodes each piece of the endpoint’s bytes by itself',
    patch('streaming', { readEvents: pieceByPiece }),
  ),
  breaking(
    'stream.relay.split-bytes:events',
    'takes each piece of the endpoint’s bytes for whole events',
    patch('streaming', { readEvents: wholePieces }),
  ),
  breaking(
    'stream.relay.tool-calls:arguments',
    'leaves out the arguments of tool calls',
    inDeltas((delta) =>
      insideEach(delta, 'tool_calls', (call) => ({
        ...call,
        function: { ...(call.function as object), arguments: '' },
      })),
    ),
  ),
  breaking(
    'stream.relay.tool-calls:index',
    'gives all tool calls the index 0',
    inDeltas((delta) => insideEach(delta, 'tool_calls', (call) => ({ ...call, index: 0 }))),
  ),
  breaking(
    'stream.relay.finish-reason:stop',
    'always finishes with stop',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', (choice) =>
        choice.finish_reason === null ? choice : { ...choice, finish_reason: 'stop' },
      ),
    ),
  ),
  breaking(
    'stream.relay.finish-reason:missing',
    'leaves out the chunk that finishes',
    inChunks((chunk) => (finishes(chunk) ? undefined : chunk)),
  ),
  breaking(
    'stream.relay.own-answer',
    'gives streams of one model that run at the same time one first delta',
    sharingContent,
  ),
  breaking(
    'stream.relay.comments',
    'takes a comment for the end of the stream',
    patch('streaming', { readEvents: endingAtComments }),
  ),
  breaking(
    'stream.relay.duplicate-done',
    'passes on every [DONE]',
    patch('streaming', { stopsAtDone: false, closing: (count) => 'data: [DONE]\n\n'.repeat(Math.max(1, count)) }),
  ),
  breaking(
    'stream.relay.missing-done',
    'passes on [DONE] only if the endpoint sent it',
    patch('streaming', { closing: (count) => (count === 0 ? '' : 'data: [DONE]\n\n') }),
  ),
  breaking(
    'stream.relay.same-as-json',
    'puts a blank before the first content',
    inChunks((chunk, _identity, index) =>
      index === 1
        ? insideEach(chunk, 'choices', (choice) => ({ ...choice, delta: spaced(choice.delta as JsonObject) }))
        : chunk,
    ),
  ),
  breaking('stream.relay.incremental', 'sends everything at the end', patch('streaming', { readEvents: allAtOnce })),
];

function doubled(choice: JsonObject): JsonObject {
  const { content } = choice.delta as JsonObject;
  return typeof content === 'string'
    ? { ...choice, delta: { ...(choice.delta as object), content: content + content } }
    : choice;
}

function spaced(delta: JsonObject): JsonObject {
  return typeof delta.content === 'string' ? { ...delta, content: ` ${delta.content}` } : delta;
}

/** Of streams of one model that run at the same time, the later ones begin with the first content of the first. */
function sharingContent(behaviour: Behaviour): Behaviour {
  const running = new Map<string, number>();
  const first = new Map<string, { readonly id: string; readonly content: string }>();
  const counted = patch('routing', ({ upstreamBody }) => ({
    upstreamBody(body, model, serviceField) {
      running.set(model.id, (running.get(model.id) ?? 0) + 1);
      return upstreamBody(body, model, serviceField);
    },
  }))(behaviour);
  return inChunks((chunk, { id, model }) => {
    const left = running.get(model) ?? 0;
    if (finishes(chunk)) {
      running.set(model, left - 1);
      if (left <= 1) first.delete(model);
      return chunk;
    }
    const content = (chunk.choices as JsonObject[] | undefined)?.map(({ delta }) => (delta as JsonObject)?.content)[0];
    if (typeof content !== 'string' || content === '') return chunk;
    const other = first.get(model) ?? { id, content };
    if (left > 1) first.set(model, other);
    if (other.id === id) return chunk;
    return insideEach(chunk, 'choices', (choice) => ({
      ...choice,
      delta: { ...(choice.delta as object), content: other.content },
    }));
  })(counted);
}

export const streamDeviations: readonly Deviation[] = [...wire, ...relay];
