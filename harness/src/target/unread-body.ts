import type { Exchange } from '../exchange/exchange.ts';
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
