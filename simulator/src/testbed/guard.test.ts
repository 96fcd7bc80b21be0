import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createSimulator } from '../simulator.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** The status of `GET /_testbed/v1` with these headers, sent as they are, which `fetch` would not do. */
async function statusWith(headers: Record<string, string>, testbedToken?: string): Promise<number> {
  const simulator = createSimulator(testbedToken === undefined ? {} : { testbedToken });
  closers.push(() => simulator.close());
  const url = `${await simulator.listen()}/_testbed/v1`;
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('without a token', () => {
  test.each([
    {},
    { host: 'localhost:8080' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' },
  ])('%j is let in from this machine', async (headers) => {
    expect(await statusWith(headers)).toBe(200);
  });

  test.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('%j is refused', async (headers) => {
    expect(await statusWith(headers)).toBe(403);
  });

  test('a connection in memory may name any host', async () => {
    const simulator = createSimulator();
    closers.push(() => simulator.close());
    expect((await simulator.fetch('https://gateway.example/_testbed/v1')).status).toBe(200);
  });
});

describe('with a token', () => {
  test.each([
    [{}, 403],
    [{ 'x-testbed-token': '' }, 403],
    [{ 'x-testbed-token': 'tok' }, 403],
    [{ 'x-testbed-token': 'token' }, 200],
    [{ 'x-testbed-token': 'token', host: 'gateway.example', origin: 'https://app.example' }, 200],
  ])('%j: %i', async (headers, status) => {
    expect(await statusWith(headers as Record<string, string>, 'token')).toBe(status);
  });

  test('an empty one is refused at the start', () => {
    expect(() => createSimulator({ testbedToken: '' })).toThrow('The testbed token is empty');
  });
});
