/** Where services commonly take a key outside of its header. */
const names = ['api_key', 'key', 'access_token', 'token'];

/** The secret as fields of a query or a body that may be taken for a key. */
export function namedAsKey(secret: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, secret]));
}
