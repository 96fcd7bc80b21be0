import type { ExchangeRecord, MessageRecord } from '@gateproof/harness';
import { counted } from './cut-text.ts';
import { endingText } from './ending-text.ts';
import { cutToWidth, wrapped } from './fit-text.ts';
import { visibleText } from './visible-text.ts';

const standardBodyLines = 2;
/** More of a body than two lines of any terminal hold. */
const bodyCharacters = 2_000;

/** One exchange in short: what was sent and what came back on one line, then some lines of the body that the target sent. */
export function exchangeLines(exchange: ExchangeRecord, width: number, maxBodyLines = standardBodyLines): string[] {
  const { side, request, response } = exchange;
  const sent = `${side === 'request' ? '' : `${side}: `}${request.method} ${placeOf(request)}`;
  const head = visibleText(`${sent} → ${answerText(exchange)}`);
  const fromTarget = side === 'request' ? response : request;
  return [cutToWidth(head, width), ...(fromTarget === undefined ? [] : bodyLines(fromTarget, width, maxBodyLines))];
}

/** The path; the whole URL where it matters which address of the target was asked. */
function placeOf({ url, address }: ExchangeRecord['request']): string {
  if (address !== undefined) return url;
  return url.replace(/^https?:\/\/[^/]*/, '') || '/';
}

function answerText({ response, ending, trouble }: ExchangeRecord): string {
  const status = response === undefined ? 'no answer' : [response.status, typeOf(response)].join(' ').trim();
  return ending === 'complete' ? status : `${status}; ${endingText(ending, trouble)}`;
}

function typeOf({ headers }: MessageRecord): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** The beginning of a body, or the last lines of a stream: that is where most streams go wrong. */
function bodyLines(message: MessageRecord, width: number, most: number): string[] {
  if (message.bodyBytes === 0 || most === 0) return [];
  if ('base64' in message.body) return [`(${counted(message.bodyBytes, 'byte')} that are not text)`];
  const { text } = message.body;
  if (!typeOf(message).startsWith('text/event-stream')) {
    return wrapped(visibleText(text.slice(0, bodyCharacters)), width, most);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-most).map((line) => cutToWidth(visibleText(line.slice(0, bodyCharacters)), width));
}
