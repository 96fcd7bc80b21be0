import { Readable } from 'node:stream';
import { EndpointError, sseData } from '@gateproof/simulator/behaviour';
import { allow, decide, each, remembering, rows, together, watch } from '../../change.ts';
import { drop, type Edit, edit, hasContent, isFinish, type JsonObject, replace, when } from '../../edits/fields.ts';
import { confuse, cut, normalise, relist, reword, swap, trim } from '../../edits/texts.ts';
import { reportInStream } from '../../operators/answers.ts';
import { callAlso } from '../../operators/call-also.ts';
import { anyFailure, errorsAsRefusals, failing, failures } from '../../operators/classify.ts';
import { endWithEach, readEvents } from '../../operators/read-streams.ts';
import { firstModels, giveUpAt, goOnAfter, goOnWithFallbacks, tryEndpoints } from '../../operators/routing.ts';
import { inChunks, inChunksAfter, inEveryChunk, mixUpStreams, nameAnother } from '../../operators/streams.ts';
import { streams } from '../../scopes/requests.ts';

async function* errorAsContent(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  try {
    yield* sseData(bytes);
  } catch (thrown) {
    if (!(thrown instanceof EndpointError) || thrown.failure.how !== 'error-object') throw thrown;
    const content = JSON.stringify(thrown.failure.error);
    yield [JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }), '[DONE]'];
  }
}

/** Errors before the first chunk. */
const ofEndpoints = ['provider_unavailable', 'provider_empty_response', 'moderation_refused'];

/** Reports in streams under 200 that several endpoints failed. */
const severalInStream = remembering((last = { codes: 0 }) => [
  watch('routing.finalCode', '', (_code, codes) => {
    last.codes = codes.length;
  }),
  allow('streaming.sendsEarlyErrorInStream', 'reports in streams under 200 that several endpoints failed', (code) => {
    return last.codes > 1 && ofEndpoints.includes(code);
  }),
]);

export const streamEarly = rows('stream.early', {
  'refused-body': reportInStream('invalid_request'),
  'unknown-model': reportInStream('no_endpoint_available'),
  'missing-key': reportInStream('unauthorized'),
  ...each('*', ['unreachable', 'server-error', 'error-event'], () => reportInStream(...ofEndpoints)),
  'server-error:fallback': severalInStream,
  'server-error:refusals': reportInStream('provider_unauthorized', 'provider_payment_required'),
  empty: reportInStream('provider_empty_response'),
  timeout: reportInStream('upstream_timeout'),
  'error-event:body': readEvents('with an error for a body as content', errorAsContent),
  ...errorsAsRefusals('error-event:error-as-*'),
});

const late = ['malformed', 'timeout', 'ended-early', 'connection-lost'] as const;
/** Sends the role at once; `end`: what becomes of a stream that fails before content. */
const sendingRole = (words: string, end: 'cut' | 'end-well') =>
  decide('streaming', `sends the role at once, and ${words} when its endpoint fails after it`, ({ failure }) => ({
    holdsBackUntilContent: false,
    failure(error, identity, cause) {
      if (cause.committed) return failure(error, identity, cause);
      if (end === 'cut') throw new Error('The stream is cut.');
      return undefined;
    },
  }));
const withoutContent = (words: string, isLeftOut: (delta: Readonly<Record<string, unknown>>) => boolean) =>
  decide('streaming', `does not take ${words} for content`, ({ isContent }) => ({
    holdsBackUntilContent: false,
    isContent: (delta) => !isLeftOut(delta) && isContent(delta),
  }));

/** When another endpoint may take over a stream, and with what. */
export const streamFailover = rows('stream.failover', {
  'never-after-content:asked': callAlso('broken', 'the next endpoint'),
  'never-after-content:blank': withoutContent('blanks', ({ content }) => /^\s*$/.test(String(content))),
  'never-after-content:fallback': goOnWithFallbacks,
  'no-splice': goOnAfter(anyFailure),
  'no-splice:fallback': goOnWithFallbacks,
  ...each('never-after-content:*', late, (how) => goOnAfter(failing(how))),
  ...each('no-splice:*', late, (how) => goOnAfter(failing(how))),
  'tool-calls-unmixed': withoutContent('tool calls', ({ tool_calls }) => tool_calls !== undefined),
  'whole-answer': inChunksAfter('leaves out the first delta of an endpoint that took over', (chunk, earlier, of) => {
    return of.failedBefore > 0 && hasContent(chunk) && !earlier.some(hasContent) ? undefined : chunk;
  }),
  'after-role-chunk:cut': together(
    sendingRole('cuts the stream', 'cut'),
    giveUpAt(failures('failures within an answer', ({ how }) => how !== 'unreachable' && how !== 'status')),
  ),
  'after-role-chunk:silent': sendingRole('ends as if all were well', 'end-well'),
  used: together(callAlso('attempt', 'the next endpoint'), giveUpAt(anyFailure)),
  'fallback-model': tryEndpoints('the requested model only', firstModels(1), streams),
  'fallback-model:connection-lost': giveUpAt(failing('connection-lost')),
});

const content = 'choices[].delta.content';
const calls = 'choices[].delta.tool_calls';
const ending = 'choices[].finish_reason';
const trimmedStart = reword(content, 'without blanks in front', (text) => text.trimStart());

const contentOf = ({ choices }: JsonObject): unknown =>
  Array.isArray(choices) ? choices[0]?.delta?.content : undefined;

/** Changes each piece of the endpoint's bytes before it is read; undefined ends them. */
async function* mapped(bytes: AsyncIterable<Uint8Array>, map: (piece: Uint8Array) => Uint8Array | undefined) {
  for await (const piece of bytes) {
    const changed = map(piece);
    if (changed === undefined) return;
    yield changed;
  }
}

async function* wholePieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  for await (const piece of bytes) yield* sseData(Readable.from([piece]));
}

async function* allAtOnce(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  yield (await Array.fromAsync(sseData(bytes))).flat();
}

const hasComment = (piece: Uint8Array) => /(^|\n):/.test(Buffer.from(piece).toString('latin1'));

const relayed: Readonly<Record<string, Edit>> = {
  'content:large': cut(content, 4_096),
  'content:huge': cut(content, 21_000),
  'content:finish': when('that finish', isFinish, drop(content)),
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
  'finish-reason:each-chunk': edit(ending, 'as stop where it is null', (reason) => reason ?? 'stop'),
};

/** Chunks that are left out, by their place from 0. */
const leftOut: Readonly<Record<string, readonly [words: string, (chunk: JsonObject, place: number) => boolean]>> = {
  'content:dropped': ['every fifth chunk', (chunk, place) => place % 5 === 4 && !isFinish(chunk)],
  'content:many': ['content after sixty chunks', (chunk, place) => place > 60 && contentOf(chunk) !== undefined],
  'content:first': ['a second chunk with content', (chunk, place) => place === 1 && Boolean(contentOf(chunk))],
  'finish-reason:missing': ['the chunk that finishes', isFinish],
};

/** Chunks that are changed by their place. */
const inPlaces: Readonly<Record<string, readonly [words: string, (place: number) => boolean, Edit]>> = {
  'content:doubled': ['second chunks', (place) => place % 2 === 1, reword(content, 'twice', (text) => text + text)],
  'same-as-json': ['the second chunk', (place) => place === 1, reword(content, 'behind a blank', (text) => ` ${text}`)],
};

/** What an endpoint streams, lost or changed. */
export const streamRelay = rows('stream.relay', {
  ...each('*', relayed, inEveryChunk),
  ...each('*', leftOut, ([words, isLeftOut]) =>
    inChunks(`leaves out ${words}`, (chunk, _of, place) => (isLeftOut(chunk, place) ? undefined : chunk)),
  ),
  ...each('*', inPlaces, ([words, isMeant, { words: other, change }]) =>
    inChunks(`sends ${words} with ${other}`, (chunk, _of, place) => (isMeant(place) ? change(chunk) : chunk)),
  ),
  'content:repeated': inChunksAfter('leaves out deltas that repeat the one before', (chunk, earlier) => {
    const own = contentOf(chunk);
    return own && own === earlier.map(contentOf).findLast(Boolean) ? undefined : chunk;
  }),
  'whitespace:beginning': inChunksAfter('trims the beginning of the content', (chunk, earlier) =>
    earlier.some(contentOf) ? chunk : trimmedStart.change(chunk),
  ),
  'tool-calls:beside-content': inChunksAfter('leaves out tool calls that follow content', (chunk, earlier) =>
    [...earlier, chunk].some(contentOf) ? drop(calls).change(chunk) : chunk,
  ),
  'own-answer': mixUpStreams,
  'split-bytes:characters': readEvents('with each piece of bytes decoded by itself', (bytes) =>
    sseData(mapped(bytes, (piece) => Buffer.from(Buffer.from(piece).toString()))),
  ),
  'split-bytes:events': readEvents('from each piece of bytes by itself', wholePieces),
  comments: readEvents('up to the first comment', (bytes) =>
    sseData(mapped(bytes, (piece) => (hasComment(piece) ? undefined : piece))),
  ),
  incremental: readEvents('all at the end', allAtOnce),
  'duplicate-done': endWithEach((count) => 'data: [DONE]\n\n'.repeat(Math.max(1, count))),
  'missing-done': endWithEach((count) => (count === 0 ? '' : 'data: [DONE]\n\n')),
});

/** The model that chunks name. */
export const streamModel = rows('stream.model', {
  echoed: nameAnother('in streams', (_identity, chunk) => chunk !== undefined),
  'echoed:first': nameAnother('in the first chunk', (_identity, chunk) => chunk === 0),
});
