import type { Exchange, World } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { openLink } from './downloads.ts';

/** A world in which these URLs are answered with these statuses, and redirects as they say; others can't be reached. */
function worldOf(answers: Readonly<Record<string, number | { readonly to: string }>>) {
  const asked: string[] = [];
  const download = async (url: string): Promise<Exchange> => {
    asked.push(url);
    const answer = answers[url];
    const [status, location] = typeof answer === 'object' ? [302, answer.to] : [answer, undefined];
    const headers = location === undefined ? [] : ([['Location', location]] as const);
    return {
      id: `x${asked.length}`,
      side: 'request',
      request: { method: 'GET', url, headers: [], body: new Uint8Array(), atMs: 0 },
      ...(status === undefined
        ? { ending: 'refused' as const }
        : {
            response: { status, headers, body: new Uint8Array(), arrivals: [], headersAtMs: 1 },
            ending: 'complete' as const,
          }),
      endedAtMs: 1,
    };
  };
  return { world: { download } as unknown as World, asked };
}

const link = 'http://gateway.test/a/1';

test.each([
  ['a file', { [link]: 200 }, link, 200],
  ['an address of the same host', { [link]: { to: '/b' }, 'http://gateway.test/b': 200 }, 'http://gateway.test/b', 200],
  [
    'a host elsewhere, by two redirects',
    { [link]: { to: 'b' }, 'http://gateway.test/a/b': { to: 'https://files.test/' }, 'https://files.test/': 404 },
    'https://files.test/',
    404,
  ],
  ['what can not be reached from here', { [link]: { to: 'https://files.test/' } }, link, 302],
  ['what is no http URL', { [link]: { to: 's3://files/1' } }, link, 302],
  ['itself', { [link]: { to: link } }, link, 302],
] as const)('a link that leads to %s', async (_words, answers, url, status) => {
  const { world } = worldOf(answers);
  const exchange = await openLink(world, { url: link });
  expect([exchange.request.url, exchange.response?.status]).toEqual([url, status]);
});

test('redirects that have no end are followed five times', async () => {
  const { world, asked } = worldOf({ [link]: { to: link } });
  await openLink(world, { url: link });
  expect(asked).toHaveLength(6);
});

test('a link that can not be reached shows nothing', async () => {
  await expect(openLink(worldOf({}).world, { url: link })).rejects.toThrow('can not be reached from here');
});
