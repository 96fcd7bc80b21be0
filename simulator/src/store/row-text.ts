const bytesField = '$bytes';

/** A row's value as JSON text; bytes are written in Base64. */
export function writeValue(value: unknown): string {
  return holdsBytes(value) ? JSON.stringify(value, withBytes) : JSON.stringify(value);
}

/** Asked first: without a function that it calls, `JSON.stringify` takes a quarter of the time. */
function holdsBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Uint8Array || Object.values(value).some(holdsBytes);
}

function withBytes(this: Record<string, unknown>, name: string, written: unknown): unknown {
  // Asked of the holder: a Buffer has turned itself into something else in `written` already.
  const held = this[name];
  return held instanceof Uint8Array ? { [bytesField]: Buffer.from(held).toString('base64') } : written;
}

/** The value that `writeValue` wrote. Throws `SyntaxError` for text that is no JSON. */
export function readValue(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(bytesField in value)) return value;
    return new Uint8Array(Buffer.from(String(value[bytesField]), 'base64'));
  });
}
