import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { each, rows } from '../../change.ts';
import { hasNoChoices, isFinish, set, when } from '../../edits/fields.ts';
import { sendEvents, serve } from '../../operators/answers.ts';
import { endFailuresWith, endWith, inEveryChunk, streamAs, wantStreams, writeEvents } from '../../operators/streams.ts';
import { keyed, streamsWith } from '../../scopes/bodies.ts';
import { requests } from '../../scopes/requests.ts';

const done = 'data: [DONE]\n\n';
const accepts = (type: string, { headers }: SeenRequest) => String(headers.accept ?? '').includes(type);
const hasMetadataHeader = (_body: unknown, { headers }: SeenRequest) =>
  Object.keys(headers).some((name) => name.endsWith('-metadata'));
const eventsAccepted = requests('to clients that accept events', (request) => accepts('text/event-stream', request));

/** How events are written and streams end. */
export const streamEvent = rows('stream.event', {
  'content-type': streamAs('application/json'),
  'content-type:lines': streamAs('application/x-ndjson'),
  'json:ping': endWith(`data: ping\n\n${done}`),
  'json:quotes': writeEvents('chunks with single quotes', (value, event) => event(value).replaceAll('"', "'")),
  'json:array': writeEvents('chunks in arrays', (value, event) => event([value])),
  'json:failure': endFailuresWith(`data: aborted\n\n${done}`),
  'done-last:missing': endWith(''),
  'done-last:quoted': endWith('data: "[DONE]"\n\n'),
  'done-last:small': endWith('data: [done]\n\n'),
  'done-last:named': endWith('event: done\ndata: {}\n\n'),
  'done-last:bare': endWith('[DONE]\n\n'),
  'done-last:object': endWith('data: {"done":true}\n\n'),
  'done-once': endWith(done + done),
  'done-once:failure': endFailuresWith(done + done),
  'nothing-after-done': endWith(`${done}data: {"choices":[],"usage":{}}\n\n`),
});

/** Whether a stream is answered, and as what. */
export const streamAnswered = rows('stream.answered', {
  'as-events': wantStreams('never', () => false),
  'as-events:lines': writeEvents('chunks as lines of JSON', (value) => `${JSON.stringify(value)}\n`),
  ...each('as-events:*', ['tools', 'response_format', 'max_tokens'], (field) =>
    wantStreams(`only without ${field}`, (body, isWanted) => isWanted && body[field] === undefined),
  ),
  'as-events:accept': serve(streamsWith('JSON accepted', (_body, request) => accepts('application/json', request))),
  'as-events:keyed': serve(streamsWith('an Idempotency-Key', (_body, request) => keyed.covers(request))),
  'as-events:noted': serve(streamsWith('a metadata header', hasMetadataHeader)),
  'json-when-false': wantStreams('wherever stream is there', ({ stream }) => stream !== undefined),
  'json-when-false:accept': sendEvents(eventsAccepted),
  'error-free:usage-chunk': inEveryChunk(when('where it has no choices', hasNoChoices, set('error', { code: 'none' }))),
  'error-free': inEveryChunk(when('where it finishes', isFinish, set('error', { code: 'none' }))),
});
