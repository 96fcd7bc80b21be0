/** A JSON text in other bytes than plain UTF-8. */
export const encodings = {
  'behind a byte order mark': (json: string) => Buffer.from(`\ufeff${json}`),
  'with a byte that is not UTF-8': (json: string) => Buffer.from(json.replace('hello', 'caf\u00e9'), 'latin1'),
  'in UTF-16': (json: string) => Buffer.from(json, 'utf16le'),
} as const;

export type Encoding = keyof typeof encodings;
export const isEncoding = (name: string): name is Encoding => Object.hasOwn(encodings, name);
export const encodingNames = Object.keys(encodings) as readonly Encoding[];
