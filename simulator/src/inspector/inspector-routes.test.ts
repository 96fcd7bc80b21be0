import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../simulator.ts';

const open: Simulator[] = [];
let url = '';
let guardedUrl = '';
beforeAll(async () => {
  const simulators = [createSimulator(), createSimulator({ testbedToken: 'token' })];
  open.push(...simulators);
  [url = '', guardedUrl = ''] = await Promise.all(simulators.map((simulator) => simulator.listen()));
});
afterAll(() => Promise.all(open.map((simulator) => simulator.close())));

/** Sent as it is, which `fetch` would not do. */
function rawStatus(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

describe('the page', () => {
  test('comes with its style, its scripts and all that they import', async () => {
    const page = await fetch(`${url}/_inspector`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const waiting = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    const seen = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const answer = await fetch(url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      const imports = [...(await answer.text()).matchAll(/from '\.\/([^']+)'/g)];
      waiting.push(...imports.map(([, name]) => `/_inspector/${name}`));
    }
    expect(seen.size).toBeGreaterThan(10);
  });

  test('may run and ask nothing but its own', async () => {
    const { headers } = await fetch(`${url}/_inspector`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';/,
    );
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]) {
      expect(policy).toContain(part);
    }
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await fetch(`${url}/_inspector`)).text()).not.toMatch(/<script>|\sstyle=|\son\w+=|https?:/);
  });

  test.each(['nothing.js', '..%2Fpackage.json', '%2e%2e%2fpackage.json', 'place', 'place.test.ts', 'A.js'])(
    'has no file %s',
    async (name) => {
      const answer = await fetch(`${url}/_inspector/${name}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );
});

describe('without a token', () => {
  test.each([
    [{}, 200],
    [{ host: 'localhost:1', 'sec-fetch-site': 'none' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'x-forwarded-for': '203.0.113.7' }, 403],
  ])('%j: %i', async (headers, status) => {
    expect(await rawStatus('/_inspector', headers as Record<string, string>)).toBe(status);
  });
});

test('with a token the page is open and what it reads is not', async () => {
  expect((await fetch(`${guardedUrl}/_inspector`)).status).toBe(200);
  expect((await fetch(`${guardedUrl}/_testbed/v1/accounts`)).status).toBe(403);
});

describe('the start page', () => {
  test('leads a browser to the inspector', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const answer = await fetch(`${url}/`, { headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/_inspector']);
  });

  test.each([
    ['GET', '/', '*/*'],
    ['POST', '/', 'text/html'],
    ['GET', '/v1', 'text/html'],
  ])('%s %s of a client that accepts %s is no route', async (method, path, accept) => {
    const answer = await fetch(url + path, { method, headers: { accept } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

test('what the inspector itself asks is in no journal', async () => {
  await fetch(`${url}/_inspector/app.js`);
  const { entries } = (await (await fetch(`${url}/_testbed/v1/journal`)).json()) as { entries: { path: string }[] };
  expect(entries.filter(({ path }) => path.startsWith('/_'))).toEqual([]);
});
