const longestText = 500;
const deepest = 20;
const most = 50;
const secret = /\b(sk-|whsec_)[A-Za-z0-9_-]*?([A-Za-z0-9]{4})(?![A-Za-z0-9_-])/g;
const secretHeaders = new Set(['cookie', 'proxy-authorization', 'x-api-key', 'x-testbed-token']);

/** A text without secrets: of keys and signing secrets the last four characters stay, so that they can be told apart. */
export function redactText(text: string): string {
  const whole = text.replace(secret, '$1…$2').replace(/\b(signature=)[0-9a-f]+/g, '$1…');
  return whole.length <= longestText
    ? whole
    : `${whole.slice(0, longestText)}… (${whole.length - longestText} more characters)`;
}

/** Headers without secrets. */
export function redactHeaders(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name) ? '…' : redactHeader(name, value)]),
  );
}

function redactHeader(name: string, value: unknown): string {
  const text = redactText(String(value));
  // What is no key of ours is a secret all the same.
  return name === 'authorization' ? text.replace(/^(\w+ +)?(?!sk-…)\S*?(\S{0,4})$/, '$1…$2') : text;
}

/** A JSON value without secrets and without end: long texts, long lists and deep structures are cut. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map((item) => redactValue(item, depth + 1));
    return value.length > most ? [...shown, `… (${value.length - most} more)`] : shown;
  }
  const fields = Object.entries(value);
  const shown = fields.slice(0, most).map(([name, field]) => [redactText(name), redactValue(field, depth + 1)]);
  return Object.fromEntries(fields.length > most ? [...shown, ['…', `${fields.length - most} more`]] : shown);
}
