import { EndpointError } from '../../errors/endpoint-failure.ts';

const beginsAsEvents = /^\s*(data|event|id|retry)?:/;

/**
 * The bytes of a stream. An answer that neither says that it is one nor begins like one is read to its end, and thrown as the failure
 * that it is: an error object, or something malformed.
 */
export async function* eventBytes(
  pieces: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isStream = contentType.toLowerCase().startsWith('text/event-stream');
  const waiting: Uint8Array[] = [];
  for await (const piece of pieces) {
    if (isStream) {
      yield piece;
      continue;
    }
    waiting.push(piece);
    isStream = beginsAsEvents.test(Buffer.concat(waiting).toString());
    if (isStream) yield* waiting.splice(0);
  }
  const text = Buffer.concat(waiting).toString().trim();
  if (!isStream && text !== '') throw notAStream(text);
}

function notAStream(text: string): EndpointError {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'error' in value) {
      return new EndpointError({ how: 'error-object', error: value.error });
    }
  } catch {
    // Not JSON either.
  }
  return new EndpointError({ how: 'malformed', body: text });
}
