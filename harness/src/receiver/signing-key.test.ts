import { expect, test } from 'vitest';
import { signingKeyOf } from './signing-key.ts';

test('the key of a secret is its text, or the bytes that its digits behind a prefix stand for', () => {
  const bytes = Uint8Array.of(0, 250, 255, 62, 63);
  const texts = ['whsec_APr/Pj8=', 'APr/Pj8', 'whsec_00faFF3e3f', '00faff3e3f'];
  const forms = ['base64', 'base64', 'hexadecimal', 'hexadecimal'] as const;
  for (const [place, text] of texts.entries()) expect([...signingKeyOf(text, forms[place])]).toEqual([...bytes]);
  expect(Buffer.from(signingKeyOf('whsec_APr/Pj8=')).toString()).toBe('whsec_APr/Pj8=');
});
