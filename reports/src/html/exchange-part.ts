import type { ExchangeRecord, MessageRecord } from '@gateproof/harness';
import { counted, cutText } from '../text/cut-text.ts';
import { endingText } from '../text/ending-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Html, h } from './markup.ts';

/** Characters of one body on the page; the JSON result has more. */
const mostCharacters = 6_000;
const mostLines = 200;

/** One exchange as it went over the wire, folded but for those that show the break. */
export function exchangePart(exchange: ExchangeRecord, showsBreak: boolean): Html {
  const { id, side, request, response, ending, trouble } = exchange;
  const status = response === undefined ? 'no answer' : String(response.status);
  const title = `${id} · ${side} · ${request.method} ${request.url} → ${status}`;
  return h('details', { class: 'exchange', ...(showsBreak ? { open: true } : {}) }, [
    h('summary', null, [visibleText(title), showsBreak ? h('strong', null, ' shows the break') : null]),
    h('pre', { tabindex: 0 }, [`${request.method} ${visibleText(request.url)}\n`, messageText(request)]),
    response === undefined ? null : h('pre', { tabindex: 0 }, [`${response.status}\n`, messageText(response)]),
    ending === 'complete' ? null : h('p', { class: 'ending' }, visibleText(endingText(ending, trouble))),
  ]);
}

function messageText({ headers, body, bodyBytes }: MessageRecord): string {
  const head = headers.map(([name, value]) => visibleText(`${name}: ${value}`)).join('\n');
  return `${head}\n\n${bodyText(body, bodyBytes)}`;
}

function bodyText(body: MessageRecord['body'], bodyBytes: number): string {
  if (bodyBytes === 0) return '';
  if ('base64' in body)
    return `(${counted(bodyBytes, 'byte')} that are not text, in Base64)\n${body.base64.slice(0, mostCharacters)}`;
  return visibleText(cutText(body.text, { characters: mostCharacters, lines: mostLines }));
}
