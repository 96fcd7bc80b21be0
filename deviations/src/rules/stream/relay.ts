import { sseData } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { inChunks } from '../../changes/in-chunks.ts';
import { drop, type Edit, edit, type JsonObject, replace } from '../../edits.ts';
import { inEveryChunk } from '../../operators/edit-messages.ts';
import { mixUpStreams } from '../../operators/mix-up-answers.ts';
import { nameAnother } from '../../operators/name-another.ts';
import { endWithEach, inChunksOfEach, readEvents } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';
import { confuse, cut, normalise, relist, reword, swap, trim } from '../../text-edits.ts';
import { isFinish } from './is-finish.ts';

const content = 'choices[].delta.content';
const calls = 'choices[].delta.tool_calls';
const ending = 'choices[].finish_reason';
const doubled = reword(content, 'twice', (text) => text + text);
const spaced = reword(content, 'behind a blank', (text) => ` ${text}`);
const trimmedStart = reword(content, 'without blanks in front', (text) => text.trimStart());

const contentOf = ({ choices }: JsonObject): unknown =>
  Array.isArray(choices) ? (choices[0]?.delta as JsonObject | undefined)?.content : undefined;

/** Changes each piece of the endpoint's bytes before it is read; undefined ends them. */
async function* mapped(bytes: AsyncIterable<Uint8Array>, map: (piece: Uint8Array) => Uint8Array | undefined) {
  for await (const piece of bytes) {
    const changed = map(piece);
    if (changed === undefined) return;
    yield changed;
  }
}

async function* wholePieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  for await (const piece of bytes) yield* sseData(mapped(toAsync(piece), (same) => same));
}

async function* toAsync(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}

async function* allAtOnce(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const all: string[] = [];
  for await (const events of sseData(bytes)) all.push(...events);
  yield all;
}

const hasComment = (piece: Uint8Array) => /(^|\n):/.test(Buffer.from(piece).toString('latin1'));

const relayed: Readonly<Record<string, Edit>> = {
  'content:large': cut(content, 4_096),
  'content:short': swap(content, /^.$/su, ''),
  unicode: swap(content, /[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  'unicode:controls': swap(content, /[\0\u007f]/g, ''),
  'unicode:normalised': normalise(content),
  'unicode:html': swap(content, /</g, '&lt;'),
  'unicode:marker': swap(content, /\[DONE\].*/s, ''),
  'unicode:separators': swap(content, /\u2028/g, '\n'),
  'unicode:joiners': swap(content, /\u200d/g, ''),
  'unicode:fields': swap(content, /data: /g, ''),
  'whitespace:trim': trim(content),
  'whitespace:blank': swap(content, /^\s+$/, ''),
  'whitespace:lines': swap(content, /^\n+$/, ''),
  'whitespace:crlf': swap(content, /\r\n/g, '\n'),
  'whitespace:tabs': swap(content, /\t/g, ' '),
  'tool-calls:arguments': replace(`${calls}[].function.arguments`, ''),
  'tool-calls:index': replace(`${calls}[].index`, 0),
  'tool-calls:second': relist(calls, 'of index 0', (all) => all.filter(({ index }) => index === 0)),
  'tool-calls:many': relist(calls, 'of an index below 8', (all) => all.filter(({ index }) => Number(index) < 8)),
  'tool-calls:names': drop(`${calls}[].function.name`),
  'tool-calls:ids': drop(`${calls}[].id`),
  'finish-reason:stop': edit(ending, 'as stop', (reason) => (reason === null ? null : 'stop')),
  'finish-reason:calls': confuse(ending, 'tool_calls', 'stop'),
  'finish-reason:length': confuse(ending, 'length', 'stop'),
};

/** What an endpoint streams, lost or changed. */
export const streamRelay = rows({
  ...each(Object.entries(relayed), ([rule, wrong]) => [`stream.relay.${rule}`, inEveryChunk(wrong)]),
  'stream.relay.content:dropped': change(
    'leaves out every fifth chunk',
    inChunks((chunk, _identity, index) => (index % 5 === 4 && !isFinish(chunk) ? undefined : chunk)),
  ),
  'stream.relay.content:doubled': change(
    'sends every second content delta twice',
    inChunks((chunk, _identity, index) => (index % 2 === 1 ? doubled.change(chunk) : chunk)),
  ),
  'stream.relay.content:many': change(
    'leaves out content after sixty chunks',
    inChunks((chunk, _identity, index) => (index > 60 && typeof contentOf(chunk) === 'string' ? undefined : chunk)),
  ),
  'stream.relay.content:first': change(
    'leaves out the second chunk where it has content',
    inChunks((chunk, _identity, index) => (index === 1 && contentOf(chunk) ? undefined : chunk)),
  ),
  'stream.relay.content:repeated': inChunksOfEach(
    'leaves out deltas that repeat the one before',
    () => ({ last: undefined as unknown }),
    (chunk, memory) => {
      const [before, own] = [memory.last, contentOf(chunk)];
      if (typeof own !== 'string' || own === '') return chunk;
      memory.last = own;
      return before === own ? undefined : chunk;
    },
  ),
  'stream.relay.whitespace:beginning': inChunksOfEach(
    'trims the beginning of the content',
    () => ({ hasBegun: false }),
    (chunk, memory) => {
      const isFirst = Boolean(contentOf(chunk)) && !memory.hasBegun;
      memory.hasBegun ||= isFirst;
      return isFirst ? trimmedStart.change(chunk) : chunk;
    },
  ),
  'stream.relay.tool-calls:beside-content': inChunksOfEach(
    'leaves out tool calls that follow content',
    () => ({ hasContent: false }),
    (chunk, memory) => {
      memory.hasContent ||= Boolean(contentOf(chunk));
      return memory.hasContent ? drop(calls).change(chunk) : chunk;
    },
  ),
  'stream.relay.finish-reason:missing': change(
    'leaves out the chunk that finishes',
    inChunks((chunk) => (isFinish(chunk) ? undefined : chunk)),
  ),
  'stream.relay.same-as-json': change(
    'puts a blank before the first content',
    inChunks((chunk, _identity, index) => (index === 1 ? spaced.change(chunk) : chunk)),
  ),
  'stream.relay.own-answer': mixUpStreams,
  'stream.relay.split-bytes:characters': readEvents('with each piece of bytes decoded by itself', (bytes) =>
    sseData(mapped(bytes, (piece) => Buffer.from(Buffer.from(piece).toString('utf8')))),
  ),
  'stream.relay.split-bytes:events': readEvents('from each piece of bytes by itself', wholePieces),
  'stream.relay.comments': readEvents('up to the first comment', (bytes) =>
    sseData(mapped(bytes, (piece) => (hasComment(piece) ? undefined : piece))),
  ),
  'stream.relay.incremental': readEvents('all at the end', allAtOnce),
  'stream.relay.duplicate-done': endWithEach((count) => 'data: [DONE]\n\n'.repeat(Math.max(1, count)), false),
  'stream.relay.missing-done': endWithEach((count) => (count === 0 ? '' : 'data: [DONE]\n\n')),
});

/** The model that chunks name. */
export const streamModel = rows({
  'stream.model.echoed': nameAnother('in streams', (_identity, chunk) => chunk !== undefined),
  'stream.model.echoed:first': nameAnother('in the first chunk', (_identity, chunk) => chunk === 0),
});
