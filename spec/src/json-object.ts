/** An object of a JSON text. */
export type JsonObject = { readonly [name: string]: unknown };
