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
  breaking(
    'stream.relay.content',
    'leaves out a delta that repeats the one before',
    (behaviour) => {
      const last = new PerStream<unknown>();
      return inChunks((chunk, { id }) => {
        const content = contentOf(chunk);
        return typeof content === 'string' && content !== '' && last.swap(id, content) === content ? undefined : chunk;
      })(behaviour);
    },
    { how: 'repeated' },
  ),
  breaking(
    'stream.relay.content',
    'ends content after sixty chunks',
    inChunks((chunk, _identity, index) => (index > 60 && typeof contentOf(chunk) === 'string' ? undefined : chunk)),
    { how: 'many' },
  ),
  breaking(
    'stream.relay.content',
    'cuts deltas after 4,096 characters',
    inContent((text) => text.slice(0, 4_096)),
    { how: 'large' },
  ),
  breaking(
    'stream.relay.content',
    'leaves out what has been said in the first chunk with content',
    inChunks((chunk, _identity, index) =>
      index === 1 && contentOf(chunk) !== '' && contentOf(chunk) !== undefined ? undefined : chunk,
    ),
    { how: 'first', entails: ['stream.', 'fallback.'] },
  ),
  breaking(
    'stream.relay.content',
    'leaves out deltas of one character',
    inContent((text) => (text.length === 1 ? '' : text)),
    { how: 'short' },
  ),
  breaking(
    'stream.relay.unicode',
    'leaves out control characters',
    inContent((text) => text.replace(/[\0\u007f]/g, '')),
    { how: 'controls' },
  ),
  breaking(
    'stream.relay.unicode',
    'normalises deltas',
    inContent((text) => text.normalize('NFC')),
    { how: 'normalised' },
  ),
  breaking(
    'stream.relay.unicode',
    'escapes for HTML',
    inContent((text) => text.replaceAll('<', '&lt;')),
    { how: 'html' },
  ),
  breaking(
    'stream.relay.unicode',
    'takes [DONE] within content for the end',
    inContent((text) => text.split('[DONE]')[0] ?? ''),
    { how: 'marker' },
  ),
  breaking(
    'stream.relay.unicode',
    'takes U+2028 for a line end',
    inContent((text) => text.replaceAll('\u2028', '\n')),
    { how: 'separators' },
  ),
  breaking(
    'stream.relay.unicode',
    'leaves out joiners',
    inContent((text) => text.replaceAll('\u200d', '')),
    { how: 'joiners' },
  ),
  breaking(
    'stream.relay.unicode',
    'leaves out what looks like a field of an event',
    inContent((text) => text.replaceAll('data: ', '')),
    { how: 'fields' },
  ),
  breaking(
    'stream.relay.whitespace',
    'trims the beginning of the content',
    (behaviour) => {
      const begun = new PerStream<boolean>();
      return inContent((text, { id }) => (text === '' || begun.swap(id, true) ? text : text.trimStart()))(behaviour);
    },
    { how: 'beginning' },
  ),
  breaking(
    'stream.relay.whitespace',
    'leaves out line ends that come alone',
    inContent((text) => (/^\n+$/.test(text) ? '' : text)),
    { how: 'lines' },
  ),
  breaking(
    'stream.relay.whitespace',
    'writes line ends its own way',
    inContent((text) => text.replaceAll('\r\n', '\n')),
    { how: 'crlf' },
  ),
  breaking(
    'stream.relay.whitespace',
    'writes blanks for tabs',
    inContent((text) => text.replaceAll('\t', ' ')),
    { how: 'tabs' },
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
  ).map(([how, summary, apply]) => breaking('stream.relay.tool-calls', summary, apply, { how })),
  breaking(
    'stream.relay.finish-reason',
    'tells the end by tool calls as stop',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', (choice) =>
        choice.finish_reason === 'tool_calls' ? { ...choice, finish_reason: 'stop' } : choice,
      ),
    ),
    { how: 'calls' },
  ),
  breaking(
    'stream.relay.finish-reason',
    'tells an end by length as stop',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', (choice) =>
        choice.finish_reason === 'length' ? { ...choice, finish_reason: 'stop' } : choice,
      ),
    ),
    { how: 'length' },
  ),
  breaking(
    'stream.model.echoed',
    'names another model of the account in the first chunk',
    namingAnother((_identity, chunk) => chunk === 0),
    { how: 'first' },
  ),
];

const wire: readonly Deviation[] = [
  breaking('stream.event.done-last', 'writes [DONE] small', patch('streaming', { closing: () => 'data: [done]\n\n' }), {
    how: 'small',
    entails: ['stream.'],
  }),
  breaking(
    'stream.event.done-last',
    'tells the end by the name of an event',
    patch('streaming', { closing: () => 'event: done\ndata: {}\n\n' }),
    { how: 'named', entails: ['stream.'] },
  ),
  breaking(
    'stream.event.done-last',
    'writes [DONE] without its field',
    patch('streaming', { closing: () => '[DONE]\n\n' }),
    { how: 'bare', entails: ['stream.'] },
  ),
  breaking(
    'stream.event.done-last',
    'ends with an object that says so',
    patch('streaming', { closing: () => 'data: {"done":true}\n\n' }),
    { how: 'object', entails: ['stream.'] },
  ),
  breaking(
    'stream.event.done-once',
    'sends [DONE] twice after an error',
    patch('streaming', { closingAfterFailure: 'data: [DONE]\n\ndata: [DONE]\n\n' }),
    { how: 'failure', entails: ['stream.failure', 'stream.event'] },
  ),
  breaking(
    'stream.event.json',
    'sends chunks in arrays',
    patch('streaming', { event: (value) => `data: [${JSON.stringify(value)}]\n\n` }),
    { how: 'array', entails: ['stream.'] },
  ),
  breaking(
    'stream.event.json',
    'sends text after an error',
    patch('streaming', ({ closingAfterFailure }) => ({
      closingAfterFailure: `data: aborted\n\n${closingAfterFailure}`,
    })),
    { how: 'failure', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.event.content-type',
    'answers streams as lines of JSON',
    patch('streaming', { contentType: 'application/x-ndjson' }),
    { how: 'lines', entails: ['stream.'] },
  ),
  breaking(
    'stream.answered.as-events',
    'sends chunks as lines of JSON',
    patch('streaming', { event: (value) => `${JSON.stringify(value)}\n` }),
    { how: 'lines', entails: ['stream.', 'chat.', 'fallback.'] },
  ),
];

/** Ways to lose or change, in one corner only, what an endpoint streamed. */
export const streamRelayCorners: readonly Deviation[] = [...contents, ...calls, ...wire];
