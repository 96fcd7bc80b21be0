import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { terminalSvg } from './terminal-svg.ts';

const drawn = terminalSvg('plain \u001b[31mred\u001b[39m <&>\n\n  \u001b[1mbold\u001b[22m\n', 20);

test('each run of one look stands in its column, in its colour', () => {
  expect(drawn).toContain('<text x="16" y="29.5" textLength="40" fill="#d4d4d4">plain</text>');
  expect(drawn).toContain('<text x="64" y="29.5" textLength="24" fill="#f48771">red</text>');
  expect(drawn).toContain('<text x="32" y="65.5" textLength="32" fill="#d4d4d4" font-weight="bold">bold</text>');
});

test('the picture is as large as its text, and no text is markup', () => {
  expect(drawn).toContain('width="192" height="86"');
  expect(drawn).toContain('>&lt;&amp;&gt;</text>');
});

test('the committed picture has a whole first screen, of at most 60 lines behind the prompt', () => {
  const picture = readFileSync(new URL('../../docs/first-screen.svg', import.meta.url), 'utf8');
  for (const part of [
    'npx gateproof gateway',
    'Broken: ',
    'Basic',
    'What is wrong',
    'See the rest',
    'gateproof report run.json',
  ]) {
    expect(picture).toContain(part);
  }
  const lines = new Set([...picture.matchAll(/ y="([\d.]+)"/g)].map(([, y]) => y));
  expect(lines.size).toBeLessThanOrEqual(61);
});
