import { announcedFormOf, type BodyForm, bodyFormOf } from '../exchange/body-form.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypeOf } from '../exchange/headers.ts';
import { envelopeOf, jsonOf } from '../exchange/json-of.ts';
import { type StreamReading, streamOf } from '../exchange/stream-of.ts';

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
  const announced = announcedFormOf(exchange);
  const form = formSoFar(exchange, announced);
  const error = envelopeOf(exchange);
  if (typeof error?.code === 'string' && announced !== 'events') return `${error.code} (${show(error.message)})`;
  const type = mediaTypeOf(exchange) || 'no content type';
  const excerpt = excerptOf(exchange, form);
  if (form === 'empty') return `with an empty body${announced === 'events' ? ` under ${type}` : ''}`;
  const isOpen = exchange.ending !== 'complete' && form === 'text';
  if (announced !== undefined && announced !== form && !isOpen)
    return `with ${formWords[form]} under ${type}, not ${formWords[announced]}: ${excerpt}`;
  if (form === 'events' && announced === undefined) return `with ${excerpt} under ${type}`;
  if (form === 'events' || form === 'json') return `with ${excerpt}`;
  return `with ${exchange.response?.body.length} bytes of ${type}: ${excerpt}`;
}

/** A stream that was lost before its first event is one all the same. */
function formSoFar(exchange: Exchange, announced: BodyForm | undefined): BodyForm {
  const form = bodyFormOf(exchange);
  const isBegun = exchange.ending !== 'complete' && announced === 'events';
  return isBegun && (form === 'text' || form === 'empty') ? 'events' : form;
}

const formWords: Readonly<Record<BodyForm, string>> = {
  empty: 'an empty body',
  events: 'an event stream',
  json: 'a JSON body',
  html: 'an HTML page',
  text: 'plain text',
};

function excerptOf(exchange: Exchange, form: BodyForm): string {
  if (form === 'events') return streamWords(streamOf(exchange));
  const reading = jsonOf(exchange);
  if (reading.ok) return show(reading.value);
  const { body = new Uint8Array() } = exchange.response ?? {};
  return show(Buffer.from(body.subarray(0, 2 * shownCharacters)).toString());
}

function streamWords({ events, doneCount, errorChunks }: StreamReading): string {
  const [failure] = errorChunks;
  const failed = failure === undefined ? '' : `, with the error chunk ${show(failure.json)}`;
  return `a stream of ${events.length} events and ${doneCount} [DONE]${failed}`;
}
