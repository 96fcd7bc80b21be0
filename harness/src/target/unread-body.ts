import type { Exchange } from '../exchange/exchange.ts';
import type { MisreadRequest } from '../exchange/unread-bodies.ts';
import type { FirstAnswers } from './first-answers.ts';

/** A line for the report where the request after a refused one was misread, because the refused one's body still lay in the connection. */
export function unreadBody({ noKey, unknownRoute, afterRefusal }: FirstAnswers): readonly string[] {
  if (afterRefusal === undefined) return [];
  const seen = `after ${statusOf(noKey)}, ${statusOf(afterRefusal)} rather than ${statusOf(unknownRoute)}`;
  return [
    `the body of a refused request seems to be left unread and taken for the next request on its connection (${seen}): read it, or close the connection; rules of any kind may be red because of it`,
  ];
}

function statusOf({ response }: Exchange): string {
  return response === undefined ? 'no answer' : String(response.status);
}

/** A line for the report where a request was misread in the middle of the run, with what it was answered alone. */
export function misreadNote(found: MisreadRequest | undefined): readonly string[] {
  if (found === undefined) return [];
  const { refused, misread, alone } = found;
  return [
    `the body of a refused request is left unread and taken for the next request on its connection (after ${requestOf(refused)} → ${statusOf(refused)}, ${requestOf(alone)} was answered ${statusOf(misread)}, and ${statusOf(alone)} on a connection of its own): read it, or close the connection; each request had a connection of its own from then on`,
  ];
}

function requestOf({ request: { method, url, contractPath } }: Exchange): string {
  return `${method} ${contractPath ?? new URL(url).pathname}`;
}
