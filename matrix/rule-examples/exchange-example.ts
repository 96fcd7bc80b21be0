import type { ExchangeRecord, MessageRecord } from '@gateproof/harness';
import { visibleText } from '@gateproof/reports';

/** Headers that a rule may speak of; all others are noise in an example, as these are with their usual values. */
const shownHeaders =
  /^(authorization|idempotency-key|retry-after|content-type|location|accept-encoding|content-encoding|svc-.+|x-svc-.+)$/i;
const usual =
  /^(content-type: (application\/json|text\/event-stream)(; charset=utf-8)?|x-svc-request-id: .*|accept-encoding: .*)$/i;
const aboutUsual = /content-type|charset|request-id|header|coding/;
const mostCharacters = 700;
const mostString = 60;
const streamHead = 2;
const streamTail = 4;

/** One exchange as text: request line, headers that a rule may speak of and body, then the same of the answer. */
export function exchangeExample({ side, request, response, ending }: ExchangeRecord, rule: string): string {
  const isShown = (header: string) => aboutUsual.test(rule) || !usual.test(header);
  const to = {
    request: '',
    upstream: ' (to the model endpoint)',
    delivery: ' (webhook delivery)',
    driver: ' (call of the client)',
  };
  const head = `${request.method} ${request.url.replace(/^https?:\/\/[^/]*/, '') || '/'}${to[side]}`;
  const answer = response === undefined ? [] : ['', ...messageLines(`${response.status}`, response, isShown)];
  const end = ending === 'complete' ? [] : [`(${ending})`];
  return visibleText([...messageLines(head, request, isShown), ...answer, ...end].join('\n'));
}

function messageLines(head: string, message: MessageRecord, isShown: (header: string) => boolean): string[] {
  const headers = message.headers
    .filter(([name]) => shownHeaders.test(name))
    .map(([name, value]) => `${name}: ${cut(value)}`)
    .filter(isShown);
  const body = bodyLines(message);
  return [head, ...headers, ...body];
}

function cut(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function bodyLines({ body, bodyBytes }: MessageRecord): string[] {
  if (bodyBytes === 0) return [];
  if ('base64' in body) return [`(${bodyBytes} bytes that are not text)`];
  const lines = body.text.split('\n').map((line) => line.trimEnd());
  if (/^(data|event|id|:)/m.test(body.text)) return streamLines(lines.filter((line) => line !== ''));
  return [cut(shortened(body.text), mostCharacters)];
}

/** Streams go wrong at their end, mostly. */
function streamLines(lines: readonly string[]): string[] {
  const shown =
    lines.length <= streamHead + streamTail + 1
      ? lines
      : [...lines.slice(0, streamHead), '…', ...lines.slice(-streamTail)];
  return shown.map((line) => cut(line, 300));
}

/** JSON with its long strings cut, where the whole would be too long. */
function shortened(text: string): string {
  if (text.length <= mostCharacters) return text;
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'string' ? cut(value, mostString) : value,
    );
  } catch {
    return text;
  }
}
