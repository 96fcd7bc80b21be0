import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deviations, variations } from '@gateproof/deviations';
import { loadRules } from '@gateproof/spec';
import { describe, expect, it } from 'vitest';
import { badClients } from '../matrix/clients/deviations/index.ts';

const root = new URL('../', import.meta.url).pathname;
const pages = globSync(['*.md', 'docs/*.md', '*/README.md', 'examples/*/README.md'], {
  cwd: root,
  exclude: ['node_modules/**'],
});
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

describe('links', () => {
  it.each(pages)('%s leads only to files that are there', (page) => {
    const targets = [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});

describe('examples', () => {
  const shown = pages.flatMap((page) =>
    [...textOf(page).matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', text = '']) => ({
      page,
      file,
      text,
    })),
  );
  it('are shown', () => expect(shown.length).toBeGreaterThan(1));
  it.each(shown)('$page shows $file as it is', ({ file, text }) => {
    expect(textOf(file)).toBe(text);
  });
});

describe('README', () => {
  const readme = textOf('README.md');

  it('can be read in a minute', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  it('begins with the two commands', () => {
    expect(readme.split('\n').slice(0, 12).join('\n')).toMatch(
      /npm ci && npx gateproof gateway[\s\S]*npm ci && npm test/,
    );
  });

  it.each([
    ['rules', /each of ([\d,]+) rules/, loadRules().length],
    ['deviations', /over ([\d,]+) deliberate/, deviations.length],
    ['bad clients', /over ([\d,]+) bad clients/, badClients.length],
    ['variations', /over ([\d,]+) legal variations/, variations.length],
  ])('names no more %s than there are', (_, pattern, count) => {
    const named = Number(pattern.exec(readme)?.[1]?.replace(',', ''));
    expect(named).toBeGreaterThan(count * 0.9);
    expect(named).toBeLessThanOrEqual(count);
  });
});
