import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, expect, it } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { bareList, sendJson, type Toy, toyGateway, toyKey } from './toy-gateway.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-routes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One path for each deployment, as some gateways have it, and nothing below `/v1`. */
const byDeployment: NonNullable<Toy['answer']> = (request, response) => {
  const { url = '' } = request;
  const deployment = /^\/openai\/deployments\/([^/]+)\/chat\/completions\?api=1$/.exec(url)?.[1];
  const toyPath =
    deployment === 'toy-small' ? '/v1/chat/completions' : url === '/openai/models' ? '/v1/models' : undefined;
  if (toyPath === undefined)
    sendJson(response, 404, { error: { message: 'no such resource', type: 'x', param: null, code: '404' } });
  else request.url = toyPath;
  return toyPath === undefined;
};

const described = `routes:
  chat: "/openai/deployments/{model}/chat/completions?api=1"
  models: /openai/models
`;

async function judge(profile: string, toy: Toy) {
  const { context, stdout } = recordedContext();
  const [file, json, html] = ['gateway.yaml', 'run.json', 'run.html'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, `url: ${await toyGateway(toy)}\nkey: { value: ${toyKey} }\n${profile}`);
  const code = await runCli(
    ['gateway', '--profile', file, '--claims', 'streaming', '--effort', 'quick', '--json', json, '--html', html],
    context,
  );
  const document = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  const verdictOf = (id: string) => document.rules.find(({ rule }) => rule === id)?.verdict;
  return { code, stdout: stdout(), html: readFileSync(html, 'utf8'), document, verdictOf };
}

it('judges a gateway with other paths as the profile describes them, and says so in the head of its reports', async () => {
  const { document, stdout, html, verdictOf } = await judge(described, { answer: byDeployment });
  const broken = document.rules.filter(({ verdict }) => ['fail', 'flaky', 'error', 'inconclusive'].includes(verdict));
  // The toy checks no `max_tokens`, and the class whose rules say so is not claimed: what streams make of it stays open.
  expect(broken.map(({ rule }) => rule)).toEqual([
    'model.get.listed',
    'stream.early.refused-body',
    'version.prefix.model-get',
  ]);
  expect(verdictOf('chat.response.json')).toBe('pass');
  expect(verdictOf('chat.body.never-served')).toBe('pass');
  expect(verdictOf('stream.answered.as-events')).toBe('pass');
  expect(verdictOf('model.list.usable')).toBe('pass');
  expect(verdictOf('stream.event.done-once')).toBe('pass');
  expect(verdictOf('version.prefix.chat')).toBe('not-applicable');
  const urls = Object.values(document.exchanges).map(({ request }) => request.url);
  expect(urls.some((url) => url.endsWith('/openai/deployments/toy-small/chat/completions?api=1'))).toBe(true);
  expect(urls.some((url) => url.endsWith('/v1/chat/completions'))).toBe(false);
  const head = 'routes described by the profile: chat at';
  expect(stdout.split('\n').slice(0, 8).join('\n')).toContain(head);
  expect(html).toContain(head);
});

it('knows a path for each of some models', async () => {
  const answer: Toy['answer'] = (request) => {
    if (request.url === '/small/chat') request.url = '/v1/chat/completions';
    return false;
  };
  const { document, verdictOf } = await judge('routes:\n  chat: { toy-small: /small/chat }\n', {
    answer,
    list: bareList('toy-small'),
  });
  expect(verdictOf('chat.response.json')).toBe('pass');
  expect(document.target.routes).toEqual({ chat: { 'toy-small': '/small/chat' } });
});
