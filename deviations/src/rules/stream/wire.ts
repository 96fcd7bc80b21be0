import { keyed, streamsWith } from '../../chat-scopes.ts';
import { set, when } from '../../edits.ts';
import { sendEvents } from '../../operators/chat-requests.ts';
import { inEveryChunk } from '../../operators/edit-messages.ts';
import { serve } from '../../operators/refuse.ts';
import { endFailuresWith, endWith, streamAs, wantStreams, writeEvents } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';
import { isFinish } from './is-finish.ts';

const done = 'data: [DONE]\n\n';
const accepts = (type: string, { headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(headers.accept ?? '').includes(type);

/** How events are written and streams end. */
export const streamEvent = rows({
  'stream.event.content-type': streamAs('application/json'),
  'stream.event.content-type:lines': streamAs('application/x-ndjson'),
  'stream.event.json:ping': endWith(`data: ping\n\n${done}`),
  'stream.event.json:quotes': writeEvents('chunks with single quotes', (value, event) =>
    event(value).replaceAll('"', "'"),
  ),
  'stream.event.json:array': writeEvents('chunks in arrays', (value, event) => event([value])),
  'stream.event.json:failure': endFailuresWith(`data: aborted\n\n${done}`),
  'stream.event.done-last:missing': endWith(''),
  'stream.event.done-last:quoted': endWith('data: "[DONE]"\n\n'),
  'stream.event.done-last:small': endWith('data: [done]\n\n'),
  'stream.event.done-last:named': endWith('event: done\ndata: {}\n\n'),
  'stream.event.done-last:bare': endWith('[DONE]\n\n'),
  'stream.event.done-last:object': endWith('data: {"done":true}\n\n'),
  'stream.event.done-once': endWith(done + done),
  'stream.event.done-once:failure': endFailuresWith(done + done),
  'stream.event.nothing-after-done': endWith(`${done}data: {"choices":[],"usage":{}}\n\n`),
});

/** Whether a stream is answered, and as what. */
export const streamAnswered = rows({
  'stream.answered.as-events': wantStreams('never', () => false),
  'stream.answered.as-events:lines': writeEvents('chunks as lines of JSON', (value) => `${JSON.stringify(value)}\n`),
  ...each(['tools', 'response_format', 'max_tokens'], (field) => [
    `stream.answered.as-events:${field}`,
    wantStreams(`only without ${field}`, (body, isWanted) => isWanted && body[field] === undefined),
  ]),
  'stream.answered.as-events:accept': serve(
    streamsWith('JSON accepted', (_body, request) => accepts('application/json', request)),
  ),
  'stream.answered.as-events:keyed': serve(
    streamsWith('an Idempotency-Key', (_body, request) => keyed.covers(request)),
  ),
  'stream.answered.as-events:noted': serve(
    streamsWith('a metadata header', (_body, { headers }) =>
      Object.keys(headers).some((name) => name.endsWith('-metadata')),
    ),
  ),
  'stream.answered.json-when-false': wantStreams('wherever stream is there', ({ stream }) => stream !== undefined),
  'stream.answered.json-when-false:accept': sendEvents({
    words: 'to clients that accept events',
    covers: (request) => accepts('text/event-stream', request),
  }),
  'stream.answered.error-free': inEveryChunk(when('where it finishes', isFinish, set('error', { code: 'none' }))),
});
