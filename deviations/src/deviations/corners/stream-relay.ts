import { patch } from '@gateproof/simulator/behaviour';
import { inChunks, inContent, inDeltas } from '../../changes/in-chunks.ts';
import { inside, insideEach, without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { namingAnother } from '../naming-another.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const contentOf = (chunk: JsonObject): unknown =>
  Array.isArray(chunk.choices) ? (chunk.choices[0]?.delta as JsonObject | undefined)?.content : undefined;

/** Remembers something for each stream. */
class PerStream<Value> {
  readonly #values = new Map<string, Value>();
  swap(id: string, value: Value): Value | undefined {
    const before = this.#values.get(id);
    this.#values.set(id, value);
    return before;
  }
}

const contents: readonly Deviation[] = [
  breaking('stream.relay.content:repeated', 'leaves out a delta that repeats the one before', (behaviour) => {
    const last = new PerStream<unknown>();
    return inChunks((chunk, { id }) => {
      const content = contentOf(chunk);
      return typeof content === 'string' && content !== '' && last.swap(id, content) === content ? undefined : chunk;
    })(behaviour);
  }),
  breaking(
    'stream.relay.content:many',
    'ends content after sixty chunks',
    inChunks((chunk, _identity, index) => (index > 60 && typeof contentOf(chunk) === 'string' ? undefined : chunk)),
  ),
  breaking(
    'stream.relay.content:large',
    'cuts deltas after 4,096 characters',
    inContent((text) => text.slice(0, 4_096)),
  ),
  breaking(
    'stream.relay.content:first',
    'leaves out what has been said in the first chunk with content',
    inChunks((chunk, _identity, index) =>
      index === 1 && contentOf(chunk) !== '' && contentOf(chunk) !== undefined ? undefined : chunk,
    ),
  ),
  breaking(
    'stream.relay.content:short',
    'leaves out deltas of one character',
    inContent((text) => (text.length === 1 ? '' : text)),
  ),
  breaking(
    'stream.relay.unicode:controls',
    'leaves out control characters',
    inContent((text) => text.replace(/[\0\u007f]/g, '')),
  ),
  breaking(
    'stream.relay.unicode:normalised',
    'normalises deltas',
    inContent((text) => text.normalize('NFC')),
  ),
  breaking(
    'stream.relay.unicode:html',
    'escapes for HTML',
    inContent((text) => text.replaceAll('<', '&lt;')),
  ),
  breaking(
    'stream.relay.unicode:marker',
    'takes [DONE] within content for the end',
    inContent((text) => text.split('[DONE]')[0] ?? ''),
  ),
  breaking(
    'stream.relay.unicode:separators',
    'takes U+2028 for a line end',
    inContent((text) => text.replaceAll('\u2028', '\n')),
  ),
  breaking(
    'stream.relay.unicode:joiners',
    'leaves out joiners',
    inContent((text) => text.replaceAll('\u200d', '')),
  ),
  breaking(
    'stream.relay.unicode:fields',
    'leaves out what looks like a field of an event',
    inContent((text) => text.replaceAll('data: ', '')),
  ),
  breaking('stream.relay.whitespace:beginning', 'trims the beginning of the content', (behaviour) => {
    const begun = new PerStream<boolean>();
    return inContent((text, { id }) => (text === '' || begun.swap(id, true) ? text : text.trimStart()))(behaviour);
  }),
  breaking(
    'stream.relay.whitespace:lines',
    'leaves out line ends that come alone',
    inContent((text) => (/^\n+$/.test(text) ? '' : text)),
  ),
  breaking(
    'stream.relay.whitespace:crlf',
    'writes line ends its own way',
    inContent((text) => text.replaceAll('\r\n', '\n')),
  ),
  breaking(
    'stream.relay.whitespace:tabs',
    'writes blanks for tabs',
    inContent((text) => text.replaceAll('\t', ' ')),
  ),
];

const calls: readonly Deviation[] = [
  ...(
    [
      [
        'second',
        'passes on the first tool call only',
        inDeltas((delta) =>
          Array.isArray(delta.tool_calls)
            ? { ...delta, tool_calls: delta.tool_calls.filter(({ index }) => index === 0) }
            : delta,
        ),
      ],
      [
        'many',
        'passes on eight tool calls',
        inDeltas((delta) =>
          Array.isArray(delta.tool_calls)
            ? { ...delta, tool_calls: delta.tool_calls.filter(({ index }) => index < 8) }
            : delta,
        ),
      ],
      [
        'names',
        'leaves out the names of tools',
        inDeltas((delta) =>
          insideEach(delta, 'tool_calls', (call) => inside(call, 'function', (called) => without(called, 'name'))),
        ),
      ],
      [
        'ids',
        'leaves out the ids of tool calls',
        inDeltas((delta) => insideEach(delta, 'tool_calls', (call) => without(call, 'id'))),
      ],
      [
        'beside-content',
        'leaves out tool calls that follow content',
        (behaviour) => {
          const spoken = new PerStream<boolean>();
          return inDeltas((delta, { id }) => {
            if (typeof delta.content === 'string' && delta.content !== '') spoken.swap(id, true);
            if (!Array.isArray(delta.tool_calls)) return delta;
            const before = spoken.swap(id, false);
            spoken.swap(id, before ?? false);
            return before === true ? without(delta, 'tool_calls') : delta;
          })(behaviour);
        },
      ],
    ] as const satisfies readonly (readonly [string, string, Deviation['apply']])[]
  ).map(([how, summary, apply]) => breaking(`stream.relay.tool-calls:${how}`, summary, apply)),
  breaking(
    'stream.relay.finish-reason:calls',
    'tells the end by tool calls as stop',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', (choice) =>
        choice.finish_reason === 'tool_calls' ? { ...choice, finish_reason: 'stop' } : choice,
      ),
    ),
  ),
  breaking(
    'stream.relay.finish-reason:length',
    'tells an end by length as stop',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', (choice) =>
        choice.finish_reason === 'length' ? { ...choice, finish_reason: 'stop' } : choice,
      ),
    ),
  ),
  breaking(
    'stream.model.echoed:first',
    'names another model of the account in the first chunk',
    namingAnother((_identity, chunk) => chunk === 0),
  ),
];

const wire: readonly Deviation[] = [
  breaking(
    'stream.event.done-last:small',
    'writes [DONE] small',
    patch('streaming', { closing: () => 'data: [done]\n\n' }),
  ),
  breaking(
    'stream.event.done-last:named',
    'tells the end by the name of an event',
    patch('streaming', { closing: () => 'event: done\ndata: {}\n\n' }),
  ),
  breaking(
    'stream.event.done-last:bare',
    'writes [DONE] without its field',
    patch('streaming', { closing: () => '[DONE]\n\n' }),
  ),
  breaking(
    'stream.event.done-last:object',
    'ends with an object that says so',
    patch('streaming', { closing: () => 'data: {"done":true}\n\n' }),
  ),
  breaking(
    'stream.event.done-once:failure',
    'sends [DONE] twice after an error',
    patch('streaming', { closingAfterFailure: 'data: [DONE]\n\ndata: [DONE]\n\n' }),
  ),
  breaking(
    'stream.event.json:array',
    'sends chunks in arrays',
    patch('streaming', { event: (value) => `data: [${JSON.stringify(value)}]\n\n` }),
  ),
  breaking(
    'stream.event.json:failure',
    'sends text after an error',
    patch('streaming', ({ closingAfterFailure }) => ({
      closingAfterFailure: `data: aborted\n\n${closingAfterFailure}`,
    })),
  ),
  breaking(
    'stream.event.content-type:lines',
    'answers streams as lines of JSON',
    patch('streaming', { contentType: 'application/x-ndjson' }),
  ),
  breaking(
    'stream.answered.as-events:lines',
    'sends chunks as lines of JSON',
    patch('streaming', { event: (value) => `${JSON.stringify(value)}\n` }),
  ),
];

/** Ways to lose or change, in one corner only, what an endpoint streamed. */
export const streamRelayCorners: readonly Deviation[] = [...contents, ...calls, ...wire];
