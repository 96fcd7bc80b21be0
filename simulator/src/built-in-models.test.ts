import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { failingModels } from './built-in-models.ts';
import { test } from './vitest.ts';

const slugs = Object.keys(failingModels);

test('models that fail on purpose are listed with what they do, and in the guide', async ({ account }) => {
  const { data } = (await (await account.request('/models')).json()) as {
    data: { id: string; description?: string }[];
  };
  const listed = data.flatMap(({ id, description }) => (description?.startsWith('Fails on purpose: ') ? [id] : []));
  expect(listed).toEqual(slugs.map((slug) => `gateproof/${slug}`));
  const guide = readFileSync(new URL('../../docs/for-sdk-authors.md', import.meta.url), 'utf8');
  expect(slugs.filter((slug) => !guide.includes(`\`gateproof/${slug}\``))).toEqual([]);
});

test.for(slugs)('gateproof/%s fails at once', async (slug, { account }) => {
  const body = { model: `gateproof/${slug}`, messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const answer = await account.request('/chat/completions', { method: 'POST', body: JSON.stringify(body) });
  expect(await answer.text()).toContain('"error":{"code":"');
});
