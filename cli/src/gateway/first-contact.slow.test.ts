import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, describe, expect, it } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { bareList, listen, sendJson, type Toy, toyGateway, toyKey } from './toy-gateway.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-contact-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function judge(url: string, ...more: readonly string[]) {
  const { context, stdout } = recordedContext();
  const json = join(folder, 'run.json');
  const key = more.includes('--key') ? [] : ['--key', toyKey];
  const code = await runCli(
    ['gateway', '--url', url, ...key, '--effort', 'quick', '--seed', '1', '--json', json, ...more],
    context,
  );
  const document = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  const verdictOf = (id: string) => document.rules.find(({ rule }) => rule === id)?.verdict;
  return { code, stdout: stdout(), document, verdictOf };
}

const few = ['--only', 'chat.response', 'model.list', 'auth.key', 'error.envelope'] as const;

describe('a model is found', () => {
  it('on a server with a bare model list by URL and key alone, so that at least 100 rules are decided', async () => {
    const { document, code } = await judge(await toyGateway());
    const { pass, fail, flaky, warn } = document.summary.verdicts;
    expect(pass + fail + flaky + warn).toBeGreaterThanOrEqual(100);
    expect(document.target).toMatchObject({ model: 'toy-small' });
    expect(code).toBe(1);
  }, 120_000);

  const many = Array.from({ length: 300 }, (_, place) => `vendor/model-${place}`);
  it.each<[string, Toy]>([
    ['behind embeddings', { list: bareList('text-embedding-3', 'whisper-1', 'tts-1', 'toy-small') }],
    ['among 300, of which the first does not serve', { list: bareList(...many), serves: ['vendor/model-1'] }],
    ['in a list without data', { list: { models: [{ id: 'toy-small' }] } }],
    ['in a list that is an array', { list: [{ id: 'toy-small' }] }],
    [
      'by its modality',
      {
        list: {
          data: [
            { id: 'a', modality: 'image' },
            { id: 'toy-small', modality: 'text' },
          ],
        },
      },
    ],
  ])('%s', async (_where, toy) => {
    const { document, verdictOf } = await judge(await toyGateway(toy), '--only', 'chat.response.json');
    expect(document.target.model).toBe(toy.serves?.[0] ?? 'toy-small');
    expect(verdictOf('chat.response.json')).toBe('pass');
  });

  it.each<[string, Toy]>([
    ['when the list is broken', { answer: brokenList }],
    ['when the list names none', { list: { object: 'list', data: [] } }],
  ])('by --model %s, and its rules judge the list', async (_why, toy) => {
    const { document, verdictOf } = await judge(await toyGateway(toy), '--model', 'toy-small', ...few);
    expect(document.target).toMatchObject({ model: 'toy-small' });
    expect(document.target.arguments).toEqual(expect.arrayContaining(['--model', 'toy-small']));
    expect(verdictOf('chat.response.json')).toBe('pass');
    expect(verdictOf('auth.key.unknown')).toBe('fail');
  });

  it('at most three are tried, and the line that asks for one can be pasted', async () => {
    let chats = 0;
    const toy: Toy = {
      list: bareList('a', 'b', 'c', 'd', 'e'),
      serves: [],
      answer: (request) => {
        if (request.url === '/v1/chat/completions' && request.headers.authorization === `Bearer ${toyKey}`) chats += 1;
        return false;
      },
    };
    const url = await toyGateway(toy);
    const { document, stdout, verdictOf } = await judge(url, '--only', 'chat.response.json');
    expect(chats).toBeLessThanOrEqual(5);
    expect(document.notes.join('\n')).toContain(`name a text model: npx gateproof gateway --url ${url} --model MODEL`);
    expect(document.run.advice).toBe(`name a text model: npx gateproof gateway --url ${url} --model MODEL`);
    expect(stdout.split('\n').slice(0, 8).join(' ')).toMatch(/advice +name a text model: npx gateproof/);
    expect(verdictOf('chat.response.json')).toBe('inconclusive');
  });
});

function brokenList(...[request, response]: Parameters<NonNullable<Toy['answer']>>): boolean {
  const isList = request.url === '/v1/models';
  if (isList) sendJson(response, 500, { error: { message: 'no' } });
  return isList;
}

/** The key is checked first, then everything fails. */
const failing =
  (status: number): NonNullable<Toy['answer']> =>
  (request, response) => {
    if (request.url !== '/v1/chat/completions' || request.headers.authorization !== `Bearer ${toyKey}`) return false;
    request.resume();
    sendJson(response, status, { error: { message: 'no', type: 'x', code: 'x', param: null } });
    return true;
  };

describe('what needs no chat is judged where no chat is served', () => {
  it.each([500, 404])('each chat is answered with %i', async (status) => {
    const { code, document, stdout, verdictOf } = await judge(await toyGateway({ answer: failing(status) }), ...few);
    expect(verdictOf('auth.key.unknown')).toBe('fail');
    expect(verdictOf('model.list.object')).toBe('pass');
    expect(document.summary.verdicts.fail).toBeGreaterThan(3);
    expect(document.run.requests).toBeGreaterThan(10);
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/nothing is broken/i);
  });

  it('a chat that fails is a broken rule, and what needs it is blocked by that', async () => {
    const { document, verdictOf } = await judge(
      await toyGateway({ answer: failing(500) }),
      '--only',
      'chat.response',
      'chat.accepted',
    );
    expect(verdictOf('chat.response.json')).toBe('fail');
    expect(document.summary.verdicts.pass).toBe(0);
  });
});

const html = '<!DOCTYPE html><html><head><title>Welcome to the portal</title></head></html>';

describe('what is no gateway, or refuses the key, ends the run in one line with its remedy', () => {
  it.each<[string, (url: string) => Toy, number, RegExp]>([
    [
      'a page',
      () => ({
        answer: (_request, response) => Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end(html)),
      }),
      4,
      /GET \S+\/v1\/models answered 200 with an HTML page \(Welcome to the portal\) in the place of JSON; is the gateway running/,
    ],
    [
      'a redirect',
      () => ({
        answer: (request, response) =>
          Boolean(response.writeHead(308, { location: `https://api.example.test${request.url}` }).end()),
      }),
      4,
      /is redirected \(308\) to https:\S+, and no redirect is followed; it answers at https:\/\/api\.example\.test: npx gateproof gateway --url https:\/\/api\.example\.test$/,
    ],
    [
      'a wrong base path',
      () => ({ path: '/api' }),
      4,
      /answered alike.*404 not_found.*; it answers at (http:\S+\/api): npx gateproof gateway --url \1$/,
    ],
    [
      'a server that is away behind its proxy',
      () => ({ answer: (_request, response) => Boolean(response.writeHead(502).end()) }),
      4,
      /answered alike.*502.*is the gateway running/,
    ],
  ])('%s', async (_what, toy, wanted, sentence) => {
    const { code, document, stdout } = await judge(await toyGateway(toy('')));
    expect(document.run.cutShort?.sentence).toMatch(sentence);
    expect(code).toBe(wanted);
    expect(document.run.requests).toBeGreaterThan(0);
    expect(stdout).not.toMatch(/nothing is broken/i);
    expect(document.summary.verdicts.pass).toBe(0);
  });

  it('a wrong key', async () => {
    const url = await toyGateway();
    const { code, document } = await judge(url, '--key', 'sk-wrong-0001');
    expect(document.run.cutShort).toEqual({
      reason: 'key-refused',
      sentence: `the key is refused: GET ${url}/v1/models with it answered 401 invalid_api_key ("refused: invalid_api_key"); give the key of a test account: npx gateproof gateway --url ${url} --key KEY`,
    });
    expect(code).toBe(2);
  });

  it('a key that a gateway with a public list refuses: the list is judged', async () => {
    const toy: Toy = {
      answer(request, response) {
        const isList = request.url === '/v1/models';
        if (isList) sendJson(response, 200, bareList('toy-small'));
        return isList;
      },
    };
    const { document, verdictOf } = await judge(await toyGateway(toy), '--key', 'sk-wrong-0001', ...few);
    expect(document.notes.join('\n')).toMatch(/no listed model serves a chat: toy-small \(401 invalid_api_key/);
    expect(verdictOf('model.list.object')).toBe('pass');
    expect(verdictOf('chat.response.json')).not.toBe('fail');
  });

  it('answers that never differ', async () => {
    const url = await listen((_request, response) =>
      sendJson(response, 400, { status: 'failure', message: 'name a provider' }),
    );
    const { code, document } = await judge(url);
    expect(document.run.cutShort).toEqual({
      reason: 'answers-alike',
      sentence: expect.stringContaining(
        `: 400, "name a provider"; send what it asks for with every request, or name a model (--model): npx gateproof gateway --url ${url} --header 'NAME: VALUE'`,
      ),
    });
    expect(code).toBe(3);
  });
});

it('a base URL may end with /v1 or with a route, and have a path of its own', async () => {
  const url = await toyGateway({ path: '/api' });
  for (const given of [`${url}/api/v1`, `${url}/api/v1/`, `${url}/api/v1/chat/completions`, `${url}/api/`]) {
    const { document, verdictOf } = await judge(given, '--only', 'chat.response.json');
    expect(document.target.baseUrl).toBe(`${url}/api`);
    expect(verdictOf('chat.response.json')).toBe('pass');
  }
});

it('headers with another service prefix are noted, with the option that names it', async () => {
  const toy: Toy = {
    answer(_request, response) {
      response.setHeader('x-acme-request-id', 'r-1');
      return false;
    },
  };
  const { document } = await judge(await toyGateway(toy), '--only', 'chat.response.json');
  expect(document.notes).toContain(
    'headers of the answers begin with x-acme-, the run looks for x-svc-: add --prefix acme if that is the service prefix',
  );
});
