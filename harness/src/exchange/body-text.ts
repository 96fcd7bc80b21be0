/** The bytes as text, or undefined when they are not UTF-8. */
export function bodyText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** At most `limitBytes` from the start, without the half of a character at the end when the bytes are UTF-8. */
export function cutBytes(bytes: Uint8Array, limitBytes: number): Uint8Array {
  if (bytes.length <= limitBytes) return bytes;
  let end = limitBytes;
  while (end > limitBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
