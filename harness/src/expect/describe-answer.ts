import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypeOf } from '../exchange/headers.ts';
import { envelopeOf, jsonOf } from '../exchange/json-of.ts';
import { streamOf } from '../exchange/stream-of.ts';

const shownCharacters = 200;

/** What came back, in a few words: `404 no_endpoint_available ("no endpoint serves …")`. */
export function describeAnswer(exchange: Exchange): string {
  const { response, ending, trouble } = exchange;
  const how = trouble === undefined ? ending : `${ending}: ${trouble}`;
  if (response === undefined) return `no answer (${how})`;
  const said = `${response.status} ${describeBody(exchange)}`;
  return ending === 'complete' ? said : `${said}, not whole (${how})`;
}

/** A value as JSON, cut to a length that can be read at a glance. */
export function show(value: unknown): string {
  const text = jsonText(value);
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}… (${text.length} characters)`;
}

/** What is nested too deeply to be written is parsed all the same, so a target can send it. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch (error) {
    return `a value that can't be written as JSON (${(error as Error).message})`;
  }
}

function describeBody(exchange: Exchange): string {
  const body = exchange.response?.body ?? new Uint8Array();
  const error = envelopeOf(exchange);
  if (typeof error?.code === 'string') return `${error.code} (${show(error.message)})`;
  if (mediaTypeOf(exchange) === 'text/event-stream') {
    const { events, doneCount, errorChunks } = streamOf(exchange);
    const [failure] = errorChunks;
    const failed = failure === undefined ? '' : `, with the error chunk ${show(failure.json)}`;
    return `with a stream of ${events.length} events and ${doneCount} [DONE]${failed}`;
  }
  if (body.length === 0) return 'with an empty body';
  const reading = jsonOf(exchange);
  if (reading.ok) return `with ${show(reading.value)}`;
  const type = mediaTypeOf(exchange) === '' ? 'no content type' : mediaTypeOf(exchange);
  return `with ${body.length} bytes of ${type}: ${show(Buffer.from(body.subarray(0, 2 * shownCharacters)).toString())}`;
}
