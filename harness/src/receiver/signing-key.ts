import type { SigningKey } from '@gateproof/spec';

/** The bytes that sign under a displayed secret: those of its text, or what the text behind its prefix stands for (freedom F098). */
export function signingKeyOf(secret: string, form: SigningKey = 'text'): Uint8Array {
  if (form === 'text') return Buffer.from(secret);
  const digits = secret.slice(secret.indexOf('_') + 1);
  return Buffer.from(digits, form === 'hexadecimal' ? 'hex' : 'base64');
}
