import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

function knowing(...secrets: readonly string[]) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

test('secrets are replaced by value, numbered in the order in which they became known', () => {
  const redactor = knowing('sk-first', 'sk-second');
  expect(redactor.redact('Bearer sk-second, sk-first,sk-first')).toBe(
    'Bearer $GATEPROOF_KEY_2, $GATEPROOF_KEY,$GATEPROOF_KEY',
  );
});

test('a label names the placeholder', () => {
  const redactor = knowing('sk-first');
  redactor.add('whsec_abc', 'SECRET');
  expect(redactor.redact('whsec_abc sk-first')).toBe('$GATEPROOF_SECRET $GATEPROOF_KEY');
});

test('a secret that a variable holds is named after it, whatever label it is added with later', () => {
  const redactor = createRedactor();
  redactor.addVariable('sk-first', 'GATEWAY_KEY');
  redactor.add('sk-first');
  redactor.add('sk-second');
  expect(redactor.redact('sk-first sk-second')).toBe('$GATEWAY_KEY $GATEPROOF_KEY');
});

test('the longest secret wins where one begins with another', () => {
  expect(knowing('sk-one', 'sk-one-more').redact('sk-one-more sk-one')).toBe('$GATEPROOF_KEY_2 $GATEPROOF_KEY');
});

test.each([
  ['percent-encoded', 'k"e/y$=1', 'https://x/?k=k%22e%2Fy%24%3D1', 'https://x/?k=$GATEPROOF_KEY'],
  ['in JSON', 'k"e/y$=1', '{"k":"k\\"e/y$=1"}', '{"k":"$GATEPROOF_KEY"}'],
  ['in a shell word', 'k"e/y$=1', '"Authorization: Bearer k\\"e/y\\$=1"', '"Authorization: Bearer $GATEPROOF_KEY"'],
])('a secret is found %s', (_, secret, text, redacted) => {
  expect(knowing(secret).redact(text)).toBe(redacted);
});

test('the same secret twice is one, and tiny ones stay', () => {
  expect(knowing('abc', 'sk-one', 'sk-one', 'sk-two').redact('abc sk-two')).toBe('abc $GATEPROOF_KEY_2');
});

test('no secret is left in any text', () => {
  const secret = fc
    .string({ minLength: 4, maxLength: 12, unit: 'grapheme-ascii' })
    .filter((text) => !text.includes('$GATE'));
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      fc.array(fc.string(), { maxLength: 4 }),
      (secrets, texts) => {
        const text = secrets.map((one, i) => `${texts[i] ?? ''}\n${one}\n`).join('');
        const lines = knowing(...secrets)
          .redact(text)
          .split('\n');
        for (const one of secrets) expect(lines).not.toContain(one);
      },
    ),
  );
});

test('a header is redacted behind its name, and by its value where that is long', () => {
  const redactor = createRedactor();
  redactor.addHeader('x-provider', 'acme', 'X_PROVIDER');
  redactor.addHeader('x-config', '{"key":"abcdef"}', 'X_CONFIG');
  expect(redactor.redact('acme, x-provider: acme, {"key":"abcdef"}')).toBe('acme, x-provider: $X_PROVIDER, $X_CONFIG');
  expect(redactor.redact(`curl -H 'x-provider: acme' -H 'x-config: {"key":"abcdef"}'`)).toBe(
    'curl -H "x-provider: $X_PROVIDER" -H "x-config: $X_CONFIG"',
  );
});

test('the beginning of a secret that was cut is replaced, another text before a cut is not', () => {
  const redactor = knowing('sk-first-secret', 'sk-first-other');
  expect(redactor.redact('came with sk-first-sec… (9 more), sk-none…, sk-first-secret…')).toBe(
    'came with $GATEPROOF_KEY… (9 more), sk-none…, $GATEPROOF_KEY…',
  );
});
