import { type BadClient, ClientError, type JsonObject } from '../client-behaviour.ts';
import { readEvents } from '../read-events.ts';
import { referenceClient as right } from '../reference-client.ts';

const text = (change: (piece: string, soFar: string, chunk: JsonObject) => string): BadClient['changes'] => ({
  textIn: (chunk, soFar) => change(right.textIn(chunk, soFar), soFar, chunk),
});
const choiceOf = (chunk: JsonObject) => (chunk.choices as JsonObject[] | undefined)?.[0];

/** Reads each piece of the connection as if it held whole lines. */
async function* byPiece(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    for (const line of Buffer.from(piece).toString().split('\n')) {
      if (line.startsWith('data: ')) yield line.slice(6).trim();
    }
  }
}

/** Lets the line separators of other texts end a line. */
async function* bySeparators(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const data of readEvents(pieces)) yield data.split(/[\u0085\u2028\u2029]/)[0] ?? '';
}

/** Decodes each piece by itself. */
async function* decodedByPiece(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield* readEvents(reencoded(pieces));
}
async function* reencoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(Buffer.from(piece).toString());
}
/** Turns CRLF into LF in each piece by itself, and knows no other line end. */
async function* crlfByPiece(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true }).replaceAll('\r\n', '\n');
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const data = rest
        .slice(0, end)
        .split('\n')
        .find((line) => line.startsWith('data:'));
      rest = rest.slice(end + 2);
      if (data !== undefined) yield data.slice(5).trimStart();
    }
  }
}
/** Splits into lines by itself; `read` makes data of a block of lines. */
function blocks(separator: string, read: (block: string) => string | undefined) {
  return async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const piece of pieces) {
      rest += decoder.decode(piece, { stream: true });
      for (let end = rest.indexOf(separator); end >= 0; end = rest.indexOf(separator)) {
        const data = read(rest.slice(0, end));
        rest = rest.slice(end + separator.length);
        if (data !== undefined && data !== '') yield data;
      }
    }
  };
}
/** Takes each line of data for an event. */
async function* eachDataLine(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const data of readEvents(pieces)) yield* data.split('\n');
}
const dataFirst = (block: string) => (block.startsWith('data: ') ? block.slice(6) : undefined);
const strictBlock = (block: string) => {
  if (block.startsWith(':'))
    throw new ClientError({ sent: { message: 'a comment' }, status: 200, headers: undefined, isLost: false });
  return block
    .split('\n')
    .find((line) => line.startsWith('data: '))
    ?.slice(6);
};
/** Clients that read streams wrongly. */
export const streamDeviations: readonly BadClient[] = [
  { id: 'client.stream.content', changes: text((piece) => piece.trim()), entails: ['client.stream.'] },
  {
    id: 'client.stream.content:same-once',
    changes: text((piece, soFar) => (soFar.endsWith(piece) ? '' : piece)),
    entails: ['client.stream.tool-calls'],
  },
  { id: 'client.stream.content:blank-pieces', changes: text((piece) => (piece.trim() === '' ? '' : piece)) },
  {
    id: 'client.stream.content:falsy',
    changes: text((piece) => (['0', 'null', 'false'].includes(piece) ? '' : piece)),
  },
  {
    id: 'client.stream.content:first-chunk',
    changes: text((piece, _soFar, chunk) =>
      (choiceOf(chunk)?.delta as JsonObject | undefined)?.role === undefined ? piece : '',
    ),
  },
  {
    id: 'client.stream.content:last-chunk',
    changes: text((piece, _soFar, chunk) => (choiceOf(chunk)?.finish_reason === null ? piece : '')),
  },
  { id: 'client.stream.content:stops-at-mark', changes: { isEnd: (data) => data.includes('[DONE]') } },
  { id: 'client.stream.content:large', changes: text((piece) => piece.slice(0, 65_536)) },
  { id: 'client.stream.content:buffer', changes: text((piece, soFar) => (soFar.length > 2_000 ? '' : piece)) },
  {
    id: 'client.stream.content:choices-needed',
    changes: {
      textIn: (chunk) =>
        String(
          ((chunk.choices as { delta: { content?: string } }[])[0] as { delta: { content?: string } }).delta.content ??
            '',
        ),
    },
    entails: ['client.stream.done'],
  },
  {
    id: 'client.stream.content:null-as-text',
    changes: text((piece, _soFar, chunk) =>
      (choiceOf(chunk)?.delta as JsonObject | undefined)?.content === null ? 'null' : piece,
    ),
  },
  { id: 'client.stream.content:line-separators', changes: { events: bySeparators } },
  { id: 'client.stream.split-bytes', changes: { events: byPiece }, entails: ['client.stream.'] },
  { id: 'client.stream.split-bytes:characters', changes: { events: decodedByPiece } },
  { id: 'client.stream.split-bytes:crlf', changes: { events: crlfByPiece } },
  {
    id: 'client.stream.line-ends',
    changes: { events: blocks('\n\n', dataFirst) },
    entails: ['client.stream.split-bytes'],
  },
  {
    id: 'client.stream.line-ends:comments',
    changes: { events: blocks('\n\n', strictBlock) },
    entails: ['client.stream.split-bytes', 'client.stream.error-first'],
  },
  {
    id: 'client.stream.line-ends:blank-needed',
    changes: {
      events: blocks('\n\n', (block) =>
        block
          .split('\n')
          .find((line) => line.startsWith('data: '))
          ?.slice(6),
      ),
    },
    entails: ['client.stream.split-bytes'],
  },
  {
    id: 'client.stream.line-ends:last-line',
    changes: {
      events: blocks('\n\n', (block) =>
        block
          .replaceAll('\r', '')
          .split('\n')
          .at(-1)
          ?.replace(/^data: ?/, '')
          .replace(/^(:|id|event|retry).*$/, ''),
      ),
    },
    entails: ['client.stream.split-bytes'],
  },
  { id: 'client.stream.data-lines', changes: { events: eachDataLine } },
];
