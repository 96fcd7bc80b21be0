import { patch } from '@gateproof/simulator/behaviour';
import { inChunks, inDeltas } from '../changes/in-chunks.ts';
import { insideEach, without } from '../changes/reshape.ts';
import type { Variation } from '../variation.ts';
import { differing, unlike } from './differing.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isError = (value: unknown) => (value as JsonObject).error !== undefined;

/** How the same stream may be cut into chunks and written down otherwise. */
export const streamFormVariations: readonly Variation[] = [
  differing(
    'stream.bytes.cr',
    'F120',
    'ends lines with CR',
    patch('streaming', {
      event: (value) => `data: ${JSON.stringify(value)}\r\r`,
      closing: () => 'data: [DONE]\r\r',
      closingAfterFailure: 'data: [DONE]\r\r',
    }),
  ),
  differing(
    'stream.finish.own-words',
    'F130',
    'has words of its own for the end of a stream',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', (choice) =>
        typeof choice.finish_reason === 'string'
          ? { ...choice, finish_reason: `${choice.finish_reason}_reached` }
          : choice,
      ),
    ),
  ),
  differing(
    'stream.bytes.tight',
    'F120',
    'writes no blank behind the colon',
    patch('streaming', {
      event: (value) => `data:${JSON.stringify(value)}\n\n`,
      closing: () => 'data:[DONE]\n\n',
      closingAfterFailure: 'data:[DONE]\n\n',
    }),
  ),
  differing(
    'stream.bytes.no-last-line',
    'F120',
    'ends without a blank line',
    patch('streaming', { closing: () => 'data: [DONE]', closingAfterFailure: 'data: [DONE]' }),
  ),
  differing(
    'stream.bytes.comment-last',
    'F120',
    'writes a comment after the end',
    patch('streaming', {
      closing: () => 'data: [DONE]\n\n: bye\n\n',
      closingAfterFailure: 'data: [DONE]\n\n: bye\n\n',
    }),
  ),
  differing(
    'stream.bytes.lines',
    'F120',
    'spreads a chunk over several lines',
    patch('streaming', {
      event: (value) =>
        `${JSON.stringify(value, null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n')}\n\n`,
    }),
  ),
  differing(
    'stream.bytes.retry',
    'F120',
    'tells when to ask again, and keeps the stream alive',
    patch('streaming', ({ event }) => ({ event: (value) => `retry: 3000\n\n: keep-alive\n\n${event(value)}` })),
  ),
  differing(
    'stream.bytes.no-charset',
    'F120',
    'names no charset',
    patch('streaming', { contentType: 'text/event-stream' }),
  ),
  differing(
    'stream.closes-connection',
    'F138',
    'closes the connection after a stream, without having said so',
    patch('streaming', { closesConnection: true }),
  ),
  differing(
    'stream.chunks.fine',
    'F119',
    'sends content character by character',
    patch('streaming', ({ event }) => ({
      event(value) {
        const { choices } = value as { readonly choices?: readonly { readonly delta?: JsonObject }[] };
        const content = choices?.[0]?.delta?.content;
        if (choices?.length !== 1 || typeof content !== 'string' || content === '' || content.length > 500)
          return event(value);
        return [...content]
          .map((character) =>
            event({
              ...(value as object),
              choices: choices.map((choice) => ({ ...choice, delta: { content: character } })),
            }),
          )
          .join('');
      },
    })),
  ),
  differing(
    'stream.chunks.roles',
    'F119',
    'tells the role in each delta',
    inDeltas((delta) => ({ role: 'assistant', ...delta })),
  ),
  differing(
    'stream.chunks.no-role',
    'F119',
    'tells no role',
    inDeltas((delta) => without(delta, 'role')),
  ),
  differing(
    'stream.chunks.bare',
    'F119',
    'tells choices only',
    inChunks(({ choices }) => ({ choices })),
  ),
  differing(
    'stream.chunks.other-form',
    'F119',
    'has chunks of a form of its own',
    inChunks(({ choices, ...told }) =>
      Array.isArray(choices) ? { ...told, pieces: choices.map(({ delta }) => ({ said: delta })) } : told,
    ),
    unlike('stream.chunks', ['fine', 'roles', 'no-role', 'bare', 'beats', 'no-index']),
  ),
  differing(
    'stream.chunks.beats',
    'F119',
    'sends empty deltas between the chunks',
    patch('streaming', ({ event }) => ({
      event: (value) =>
        isError(value)
          ? event(value)
          : `${event({ choices: [{ index: 0, delta: {}, finish_reason: null }] })}${event(value)}`,
    })),
  ),
  differing(
    'stream.chunks.no-index',
    'F119',
    'tells no index and no open finish_reason',
    inChunks((chunk) =>
      insideEach(chunk, 'choices', ({ index: _index, finish_reason: reason, ...choice }) =>
        reason === null ? choice : { ...choice, finish_reason: reason },
      ),
    ),
  ),
  differing(
    'stream.chunks.null-error',
    'F116',
    'tells an error of null in each chunk',
    inChunks((chunk) => ({ ...chunk, error: null })),
  ),
  differing(
    'stream.chunks.usage-everywhere',
    'F119',
    'tells a usage of null, and svc_metadata, in each chunk',
    inChunks((chunk) => ({ ...chunk, usage: null, svc_metadata: { region: 'home' } })),
  ),
  differing(
    'stream.chunks.ids',
    'F119',
    'gives each chunk an id of its own',
    inChunks((chunk, _identity, index) => ({ ...chunk, id: `chunk_${index}` })),
  ),
  differing(
    'stream.failure.named',
    'F116',
    'names the event of an error',
    patch('streaming', ({ event }) => ({
      event: (value) => (isError(value) ? `event: error\n${event(value)}` : event(value)),
    })),
  ),
  differing(
    'stream.failure.fewer-fields',
    'F116',
    'tells code, message, kind and generation only of a failure',
    patch('streaming', ({ failure }) => ({
      failure: ({ code, message, kind, generation_id }, identity) =>
        failure({ code, message, kind, generation_id }, identity),
    })),
  ),
  differing(
    'stream.failure.message-alone',
    'F116',
    'reports nothing of a failure but its message and generation',
    patch('streaming', ({ failure }) => ({
      failure: ({ message, generation_id }, identity) => failure({ message, generation_id }, identity),
    })),
  ),
  differing(
    'stream.early.role-first',
    'F118',
    'begins with a role of its own, and tells an endpoint’s failure after it',
    patch('streaming', { opening: { choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] } }),
    {
      'strict.content-filter-stream': 'refuses an answer that it reads, which has begun by then',
      'strict.unoffered-tools': 'refuses an answer that it reads, which has begun by then',
    },
  ),
  differing(
    'stream.early.comments-first',
    'F118',
    'keeps clients waiting with comments, and tells an endpoint’s failure after them',
    patch('streaming', ({ tellsEarlyErrorInStream, closingAfterFailure, event }) => ({
      tellsEarlyErrorInStream: (code) =>
        tellsEarlyErrorInStream(code) ||
        [
          'provider_unavailable',
          'provider_empty_response',
          'upstream_timeout',
          'provider_unauthorized',
          'provider_payment_required',
        ].includes(code),
      event: (value) => `: waiting\n\n${event(value)}`,
      closingAfterFailure,
    })),
    Object.fromEntries(
      ['cr', 'crlf', 'tight', 'lines'].map((how) => [`stream.bytes.${how}`, 'it would leave the comments out']),
    ),
  ),
];
