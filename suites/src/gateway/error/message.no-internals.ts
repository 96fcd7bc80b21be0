import { type Exchange, isObject } from '@gateproof/harness';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { internalsIn } from '../../support/internals-in.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** So many characters of an error are looked at. */
const mostRead = 20_000;

/** Every text of an error, one in a line; a body that is no JSON as it stands. */
function textOf({ envelope, exchange }: ErrorSeen): string {
  const text = envelope === undefined ? textOfBytes(exchange.response?.body) : textsIn(envelope).join('\n');
  return text.slice(0, mostRead);
}

function textOfBytes(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString();
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** A refusal may quote its request. */
function isAsked({ request }: Exchange, found: string): boolean {
  return `${request.url}\n${textOfBytes(request.body)}`.includes(found);
}

function noInternals(seen: ErrorSeen): Look {
  const found = internalsIn(textOf(seen));
  const isShown = found !== undefined && !isAsked(seen.exchange, found);
  return heldIf(!isShown, 'an error without stack traces, file paths or addresses of machines', found);
}

/** What an error shows of the gateway's inside. */
export default standingTable(errorsSeen, { 'error.message.no-internals': noInternals });
