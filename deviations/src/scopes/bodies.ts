import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject } from '../requests/seen.ts';
import type { Scope } from './requests.ts';

/** Chat requests of a known key by the text of their body. */
export const chatsSent = (words: string, holds: (text: string, request: SeenRequest) => boolean): Scope => ({
  words: `for chat requests with ${words}`,
  covers: (request) =>
    request.route === 'chat' &&
    request.account !== undefined &&
    holds(Buffer.from(request.rawBody).toString(), request),
});

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const noJson = chatsSent('a body that is no JSON', (text) => text.trim() !== '' && !isJson(text));
export const noObject = chatsSent('JSON that is no object', (text) => isJson(text) && !isObject(JSON.parse(text)));
