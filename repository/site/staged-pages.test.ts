import { loadRules } from '@gateproof/spec';
import { describe, expect, it } from 'vitest';
import { rulePage } from './rule-page.ts';
import { listedPages } from './site-config.ts';
import { stagedPages } from './staged-pages.ts';

const pages = stagedPages();
const paths = pages.map(({ path }) => path);

describe('pages of the site', () => {
  it('are all listed at its side, and nothing else is', () => {
    const listed = listedPages.map((link) => `${link.slice(1)}.md`);
    expect([...listed, 'index.md'].sort()).toEqual(paths.toSorted());
  });

  it('lead only to pages of the site', () => {
    const targets = pages.flatMap(({ text }) => [...text.matchAll(/\]\(\/([^)#]+\.md)/g)].map(([, target]) => target));
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !paths.includes(target ?? ''))).toEqual([]);
  });

  it('lead from the name of a rule to its page', () => {
    const { text = '' } = pages.find(({ path }) => path === 'contract.md') ?? {};
    expect(loadRules().filter(({ id }) => !text.includes(`(./rules/${id}.html)`))).toEqual([]);
  });

  it('name every key of a profile and every operation', () => {
    expect(pages.find(({ path }) => path === 'profile-reference.md')?.text).toContain('| `url` |');
    expect(pages.find(({ path }) => path === 'openapi.md')?.text).toMatch(/### `POST [^`]*\/chat\/completions`/);
  });
});

describe('the page of a rule', () => {
  it('says for every rule why it matters and how to mend it', () => {
    const form = /^# .+\n\n\*\*.+\*\*[\s\S]*## Why it matters\n\n\S+[\s\S]*## How to mend it\n\n\S+/;
    expect(loadRules().filter((rule) => !form.test(rulePage(rule)))).toEqual([]);
  });

  it('shows exchanges that keep and break each rule that a check decides', () => {
    const without = loadRules().filter((rule) => !rulePage(rule).includes('## An exchange that breaks it'));
    const decided = without.filter(({ unobservable }) => unobservable === undefined).map(({ id }) => id);
    expect(decided).toEqual([]);
  });
});
