import { isPlainHeader, type ServiceNames } from '@gateproof/spec';

const longestText = 500;
const deepest = 20;
const most = 50;
const shaped = /\b(sk-|whsec_)[A-Za-z0-9_-]*?([A-Za-z0-9]{4})(?![A-Za-z0-9_-])/g;
/** A shorter value would be known by its last four characters. */
const shortestEnd = 12;

/** What may be shown of requests. */
export interface Redaction {
  readonly names: Pick<ServiceNames, 'metadataHeader'>;
  /** Keys and signing secrets that are known, whatever their shape. */
  readonly secrets: readonly string[];
}

/** A text without secrets: of keys and signing secrets the last four characters stay, so that they can be distinguished. */
export function redactText(text: string, { secrets }: Redaction): string {
  const unknown = secrets.reduce((rest, secret) => rest.replaceAll(secret, redactSecret(secret)), text);
  const whole = unknown.replace(shaped, '$1…$2').replace(/\b(signature=)[0-9a-f]+/g, '$1…');
  return whole.length <= longestText
    ? whole
    : `${whole.slice(0, longestText)}… (${whole.length - longestText} more characters)`;
}

/** The end of a secret, if it is long enough to have one that says nothing. */
export function redactSecret(secret: string): string {
  const prefix = /^(sk-|whsec_)/.exec(secret)?.[0] ?? '';
  return `${prefix}…${secret.length < shortestEnd ? '' : secret.slice(-4)}`;
}

/** Headers without secrets, which may stand under any name. */
export function redactHeaders(
  headers: Readonly<Record<string, unknown>>,
  redaction: Redaction,
): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).map(([name, value]) => {
    const text = String(value);
    return [name, isPlainHeader(name, redaction.names) ? redactText(text, redaction) : redactHeader(name, text)];
  });
  return Object.fromEntries(shown);
}

function redactHeader(name: string, value: string): string {
  const [scheme = ''] = name === 'authorization' ? (/^\w+ +/.exec(value) ?? []) : [];
  return scheme + redactSecret(value.slice(scheme.length));
}

/** A JSON value without secrets and without end: long texts, long lists and deep structures are cut. */
export function redactValue(value: unknown, redaction: Redaction, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, redaction);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  const inner = (item: unknown) => redactValue(item, redaction, depth + 1);
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map(inner);
    return value.length > most ? [...shown, `… (${value.length - most} more)`] : shown;
  }
  const fields = Object.entries(value);
  const shown = fields.slice(0, most).map(([name, field]) => [redactText(name, redaction), inner(field)]);
  return Object.fromEntries(fields.length > most ? [...shown, ['…', `${fields.length - most} more`]] : shown);
}
