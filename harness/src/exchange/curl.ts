import { bodyText } from './body-text.ts';
import { codingsIn } from './content-coding.ts';
import type { Exchange, Header, SentRequest } from './exchange.ts';
import { shellWord } from './shell-word.ts';

/** A longer body is named, not shown. */
const shownBodyBytes = 64 * 1024;

/**
 * The request of an exchange as a `curl` command for a POSIX shell. A body that is not plain text is piped in from base64. The
 * `Authorization` header is double-quoted, so that a placeholder that stands in it later is filled in by the shell.
 */
export function toCurl(exchange: Exchange): string {
  const { request } = exchange;
  const body = bodyArguments(request);
  const parts = [
    `curl -isSN${decoding(exchange)} -X ${shellWord(request.method)}`,
    ...urlFlags(request.url),
    shellWord(request.url),
  ];
  for (const header of request.headers.filter((candidate) => isShown(candidate, exchange)))
    parts.push(`-H ${headerWord(header)}`);
  if (request.body.length > 0 && !request.headers.some(([name]) => name.toLowerCase() === 'content-type')) {
    parts.push("-H 'Content-Type:'");
  }
  return `${body.before}${[...parts, ...body.flags].join(' ')}${body.after}`;
}

/** Our own, which no case turns upon, unless the answer is coded all the same. */
const unsaid: readonly string[] = ['user-agent: gateproof', 'accept-encoding: identity'];

/** The flag that makes curl decode the answer. A body that does not decode is shown as it comes. */
function decoding({ request, response }: Exchange): string {
  const accepted = request.headers.find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? 'identity';
  return accepted === 'identity' || response?.coding?.problem !== undefined ? '' : ' --compressed';
}

/** Headers that curl writes itself are left out. */
function isShown([name, value]: Header, { request: { url }, response }: Exchange): boolean {
  const lower = name.toLowerCase();
  if (lower === 'host') return !url.toLowerCase().startsWith(`${url.split(':', 1)[0]}://${value}`.toLowerCase());
  if (lower === 'accept-encoding' && codingsIn(response?.headers ?? []).length > 0) return true;
  return lower !== 'content-length' && !unsaid.includes(`${lower}: ${value}`);
}

function headerWord([name, value]: Header): string {
  // Values are recorded as the bytes that were sent, one character each.
  const text = bodyText(Buffer.from(value, 'latin1')) ?? value;
  if (text === '') return shellWord(`${name};`);
  const line = `${name}: ${text}`;
  return name.toLowerCase() === 'authorization' ? `"${line.replace(/[\\"$`]/g, '\\$&')}"` : shellWord(line);
}

function urlFlags(url: string): string[] {
  return [...(/\/\.{1,2}(?:\/|$|\?)/.test(url) ? ['--path-as-is'] : []), ...(/[[\]{}]/.test(url) ? ['--globoff'] : [])];
}

function bodyArguments({ body }: SentRequest): {
  readonly before: string;
  readonly flags: string[];
  readonly after: string;
} {
  if (body.length === 0) return { before: '', flags: [], after: '' };
  if (body.length > shownBodyBytes) {
    return { before: '', flags: ['--data-binary @body'], after: ` # the body of ${body.length} bytes is not shown` };
  }
  const text = bodyText(body);
  if (text !== undefined && isPlain(text)) return { before: '', flags: [`--data-raw ${shellWord(text)}`], after: '' };
  return {
    before: `printf %s ${Buffer.from(body).toString('base64')} | base64 -d | `,
    flags: ['--data-binary @-'],
    after: '',
  };
}

/** Text that survives a terminal and a clipboard. */
function isPlain(text: string): boolean {
  return !/[^\n\t\P{Cc}]|\ufeff/u.test(text);
}
