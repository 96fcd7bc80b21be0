import type { Exchange } from '../exchange/exchange.ts';
import { isObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';

const longest = 200;
const places = ['message', 'detail', 'error', 'error_description', 'title'];

/** What an error answer says to people, wherever servers usually put it, in one line; undefined where no text stands there. */
export function saidMessage(exchange: Exchange): string | undefined {
  const body = objectOf(exchange);
  const within = isObject(body?.error) ? body.error : {};
  const said = [within, body ?? {}].flatMap((one) => places.map((place) => one[place]));
  const text = said.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  const line = text?.replace(/\s+/g, ' ').trim();
  return line !== undefined && line.length > longest ? `${line.slice(0, longest)}…` : line;
}
