/** An object of a JSON text. */
export type JsonObject = { readonly [name: string]: unknown };

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
