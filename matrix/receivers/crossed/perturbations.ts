/** Another text in the place of one; `before` is the one of the delivery before. */
export type TextPerturbation = (text: string, before: string | undefined) => string;

const cut = (length: number) => (text: string) => text.slice(0, length);

/** Operators on any text. */
export const textPerturbations: Readonly<Record<string, TextPerturbation>> = {
  lost: () => '',
  'of the delivery before': (text, before) => before ?? text,
  trimmed: (text) => text.trim(),
  'lower-cased': (text) => text.toLowerCase(),
  'cut at 8': cut(8),
  'cut at 64': cut(64),
  'cut at 4096': cut(4_096),
  'cut at 65536': cut(65_536),
  'cut at 1048576': cut(1_048_576),
  'in normal form': (text) => text.normalize('NFC'),
  'HTML escaped': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'without control characters': (text) => text.replace(/\p{Cc}/gu, ''),
  'URL decoded': (text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text;
    }
  },
};

/** Operators on the bytes of a body beyond those on its text. */
export const bodyPerturbations: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  're-serialised': (body) => jsonOf(body, (value) => JSON.stringify(value)),
  're-serialised with blanks': (body) => jsonOf(body, (value) => JSON.stringify(value, null, 2)),
  're-serialised in order of keys': (body) => jsonOf(body, (value) => JSON.stringify(inOrder(value))),
  're-serialised in ASCII': (body) =>
    jsonOf(body, (value) =>
      JSON.stringify(value).replace(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  'decoded as UTF-8': (body) => Buffer.from(new TextDecoder().decode(body)),
  'decoded as Latin-1': (body) => Buffer.from(body.toString('latin1'), 'utf8'),
  'with other line ends': (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  'up to its first zero byte': (body) => (body.includes(0) ? body.subarray(0, body.indexOf(0)) : body),
};

/** What a value must be for an operator to change it; operators that are not listed concern any value, or texts where `textPerturbations` has them. */
const concerned: Readonly<Record<string, RegExp>> = {
  rounded: /number/,
  'in 32 bits': /number/,
  'in single precision': /number/,
  'the first only': /array/,
  'the last only': /array/,
  'an empty text': /string/,
  'an empty list or object': /array|object/,
  'more than one': /array/,
  zero: /number/,
  'a fraction': /number/,
  'above 32 bits': /number/,
  'longer than 64': /string/,
  'longer than 255': /string/,
  'beyond ASCII': /string/,
  'a blank in it': /string/,
  'a time with fractions': /date-time/,
  'a time with an offset': /date-time/,
};

/** Whether an operator can change a field of this type. */
export function concerns(operator: string, type: string): boolean {
  const isOfText = operator in textPerturbations && operator !== 'lost' && operator !== 'of the delivery before';
  return (concerned[operator] ?? (isOfText ? /string/ : /./)).test(type);
}

/** Operators on a value of a field, of any type. `before` is that of the delivery before, `newest` that of the one that came last. */
export const valuePerturbations: Readonly<
  Record<string, (value: unknown, before: unknown, newest: unknown) => unknown>
> = {
  lost: () => undefined,
  null: () => null,
  default: (value) => (typeof value === 'number' ? 0 : typeof value === 'string' ? '' : Array.isArray(value) ? [] : {}),
  'of the event before': (value, before) => before ?? value,
  'of an event at the same time': (value, _before, newest) => newest ?? value,
  rounded: (value) => (typeof value === 'number' ? Math.round(value) : value),
  'in 32 bits': (value) => (typeof value === 'number' ? value | 0 : value),
  'in single precision': (value) => (typeof value === 'number' ? Math.fround(value) : value),
  'the first only': (value) => (Array.isArray(value) ? value.slice(0, 1) : value),
  'the last only': (value) => (Array.isArray(value) ? value.slice(-1) : value),
  ...Object.fromEntries(
    Object.entries(textPerturbations)
      .filter(([name]) => !['lost', 'of the delivery before'].includes(name))
      .map(([name, perturb]) => [
        name,
        (value: unknown) => (typeof value === 'string' ? perturb(value, undefined) : value),
      ]),
  ),
};

/** Where a receiver stumbles over a value: it refuses the event. `undefined` is a field that is absent. */
export const stumblings: Readonly<Record<string, (value: unknown) => boolean>> = {
  absent: (value) => value === undefined,
  null: (value) => value === null,
  'an empty text': (value) => value === '',
  'an empty list or object': (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
  'more than one': (value) => Array.isArray(value) && value.length > 1,
  zero: (value) => value === 0,
  'a fraction': (value) => typeof value === 'number' && !Number.isInteger(value),
  'above 32 bits': (value) => typeof value === 'number' && Math.abs(value) > 2_147_483_647,
  'longer than 64': (value) => typeof value === 'string' && value.length > 64,
  'longer than 255': (value) => typeof value === 'string' && value.length > 255,
  'beyond ASCII': (value) => typeof value === 'string' && /[^\0-~]/.test(value),
  'a blank in it': (value) => typeof value === 'string' && /\s/.test(value),
  'a time with fractions': (value) => typeof value === 'string' && /T[\d:]+\.\d/.test(value),
  'a time with an offset': (value) => typeof value === 'string' && /T.+[+-]\d\d:\d\d$/.test(value),
};

function jsonOf(body: Buffer, write: (value: unknown) => string): Buffer {
  try {
    return Buffer.from(write(JSON.parse(body.toString())));
  } catch {
    return body;
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)]),
  );
}
