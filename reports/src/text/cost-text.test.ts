import { expect, test } from 'vitest';
import { renderMarkdown } from '../markdown/markdown.ts';
import { sampleDocument, sampleRule } from '../sample-document.fixture.ts';
import { renderTerminal } from '../terminal/terminal.ts';
import { costText } from './cost-text.ts';

const document = sampleDocument([sampleRule({ rule: 'auth.a' })]);
const cost = { generations: 700, reported: 690, promptTokens: 12_000, completionTokens: 3_400 };
const withCost = (patch: Partial<typeof cost> = {}) => ({
  ...document,
  run: { ...document.run, cost: { ...cost, ...patch } },
});

test('what was served and its tokens are in one line of the terminal and of Markdown', () => {
  const text = '700 chats and jobs served; tokens: 12,000 in, 3,400 out (usage of 690 replies)';
  expect(costText(withCost())).toBe(text);
  expect(renderMarkdown(withCost())).toContain(`Cost: ${text}.`);
  expect(renderTerminal(withCost(), { width: 100 })).toContain(`cost      ${text}\n`);
});

test('where no reply reports a usage that is said', () => {
  expect(costText(withCost({ reported: 0 }))).toBe('700 chats and jobs served; no reply reports its usage');
});

test('a run that nothing was served in has no such line', () => {
  expect(costText(document)).toBeUndefined();
  expect(renderTerminal(document)).not.toContain('cost ');
});
