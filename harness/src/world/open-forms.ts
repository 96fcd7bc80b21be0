import type { Exchange } from '../exchange/exchange.ts';
import { isObject } from '../exchange/json.ts';
import { codeOf, objectOf, requestJsonOf } from '../exchange/json-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { disturbanceOf } from '../expect/disturbance-of.ts';
import { servedRouteOf } from '../expect/judge-served.ts';

/** A form of answers to chat requests that the contract leaves open, and that no check can read. */
interface OpenForm {
  readonly why: string;
  /** What a plain request has beside a model and messages, to be answered in this form. */
  readonly asks: object;
  shows(exchange: Exchange): boolean;
}

const plainTool = { type: 'function', function: { name: 'lookup', parameters: { type: 'object', properties: {} } } };
const refusalsOfTools: readonly unknown[] = ['unsupported_capability', 'invalid_request', 'no_endpoint_available'];

const openForms: readonly OpenForm[] = [
  {
    why: 'replies leave their choices out (freedom F129)',
    asks: {},
    shows: (exchange) => {
      if (servedRouteOf(exchange) !== 'chat' || exchange.response?.status !== 200) return false;
      const reply = objectOf(exchange);
      return reply !== undefined && !Object.hasOwn(reply, 'choices') && !Object.hasOwn(reply, 'error');
    },
  },
  {
    why: 'the chunks of streams are of another form than the common one (freedom F119)',
    asks: { stream: true },
    shows: (exchange) => {
      if (servedRouteOf(exchange) !== 'stream' || exchange.response?.status !== 200) return false;
      const { chunks, errorChunks } = streamOf(exchange);
      const content = chunks.filter((chunk) => !errorChunks.includes(chunk));
      return content.length > 0 && !content.some(({ json: { choices } }) => isFilled(choices));
    },
  },
  {
    why: 'the models that can be made take no tools (freedom F010)',
    asks: { tools: [plainTool] },
    shows: (exchange) => {
      const body = requestJsonOf(exchange);
      const offersTools = body.ok && isObject(body.value) && Array.isArray(body.value.tools);
      return offersTools && exchange.side === 'request' && refusalsOfTools.includes(codeOf(exchange));
    },
  },
];

/** A chunk of usage may have an empty list whatever the others look like. */
const isFilled = (choices: unknown) => Array.isArray(choices) && choices.length > 0;

/** What a run knows of the forms in which its target answers, by the reason; asked for when a case gives cause. */
export type KnownForms = Map<string, Promise<boolean>>;

/**
 * Why a case that did not hold could not be decided: one of its answers is of a form that the contract leaves open, and so is the answer
 * to a plain request, which `ask` sends once in a run, and again where that came to nothing. Undefined where none is: what is answered plainly
 * and otherwise here is for the check to judge.
 */
export async function openFormBehind(
  exchanges: readonly Exchange[],
  known: KnownForms,
  ask: (extra: object) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const { why, asks, shows } of openForms) {
    if (!exchanges.some(shows)) continue;
    const isItsForm = known.get(why) ?? ask(asks).then((answer) => judged(answer, shows));
    known.set(why, isItsForm);
    try {
      if (await isItsForm) return why;
    } catch {
      known.delete(why);
    }
  }
  return undefined;
}

/** Throws where the answer was disturbed: then nothing is known of the form. */
function judged(answer: Exchange, shows: OpenForm['shows']): boolean {
  const disturbance = disturbanceOf(answer);
  if (disturbance !== undefined) throw new Error(disturbance.what);
  return shows(answer);
}
