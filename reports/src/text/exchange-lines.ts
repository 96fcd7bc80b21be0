import type { ExchangeRecord, MessageRecord } from '@gateproof/harness';
import { streamExcerpt, textExcerpt } from './body-excerpt.ts';
import { counted } from './cut-text.ts';
import { endingText } from './ending-text.ts';
import { cutToWidth } from './fit-text.ts';
import { visibleText } from './visible-text.ts';

export interface ExchangeLinesOptions {
  readonly width: number;
  /** Default 2. */
  readonly maxBodyLines?: number;
  /** Words that the part of the body to show has. Default: none. */
  readonly hints?: readonly string[];
}

/** One exchange in short: what was sent and what came back on one line, then some lines of the body that the target sent. */
export function exchangeLines(exchange: ExchangeRecord, options: ExchangeLinesOptions): string[] {
  const { width, maxBodyLines = 2, hints = [] } = options;
  const { side, request, response } = exchange;
  const sent = `${side === 'request' ? '' : `${side}: `}${request.method} ${placeOf(request)}`;
  const head = visibleText(`${sent} → ${answerText(exchange)}`);
  const fromTarget = side === 'request' ? response : request;
  return [
    cutToWidth(head, width),
    ...(fromTarget === undefined ? [] : bodyLines(fromTarget, { width, maxBodyLines, hints })),
  ];
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

/** What of a body shows a break: of a stream some events, of any other its start and end. */
function bodyLines(message: MessageRecord, { width, maxBodyLines, hints }: Required<ExchangeLinesOptions>): string[] {
  if (message.bodyBytes === 0 || maxBodyLines === 0) return [];
  if ('base64' in message.body) return [`(${counted(message.bodyBytes, 'byte')} that are not text)`];
  const excerpt = typeOf(message).startsWith('text/event-stream') ? streamExcerpt : textExcerpt;
  return excerpt(message.body.text, hints, width, maxBodyLines);
}
