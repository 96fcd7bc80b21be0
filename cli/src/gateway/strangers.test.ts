import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { afterAll, describe, expect, it } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { bareList, sendJson, type Toy, toyGateway, toyKey } from './toy-gateway.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-strangers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What became of the named rules on a server that has never heard of the contract, by rule. */
async function judge(rules: readonly string[], ...target: readonly string[]): Promise<ReadonlyMap<string, RuleRecord>> {
  const { context } = recordedContext();
  const json = join(folder, 'run.json');
  await runCli(['gateway', ...target, '--effort', 'quick', '--json', json, '--only', ...rules], context);
  const document = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  return new Map(document.rules.map((record) => [record.rule, record]));
}

const judgeToy = async (toy: Toy, ...rules: readonly string[]) =>
  judge(rules, '--url', await toyGateway(toy), '--key', toyKey);

const verdictsOf = (records: ReadonlyMap<string, RuleRecord>) =>
  Object.fromEntries([...records].map(([rule, { verdict }]) => [rule, verdict]));

/** Answers requests with the key whose path begins so. */
const under =
  (path: string, answer: (response: ServerResponse) => void): NonNullable<Toy['answer']> =>
  (request, response) => {
    const isMine = request.url?.startsWith(path) === true && request.headers.authorization === `Bearer ${toyKey}`;
    if (isMine) answer(response);
    return isMine;
  };

const chats = '/v1/chat/completions';
const serverError = { error: { message: 'no', type: 'server_error', param: null, code: 'server_error' } };
const completion = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, choices: [{ message: {} }] };

describe('a rule is not broken, nor kept, by what another rule speaks of', () => {
  it('keys of idempotency, where no chat is served', async () => {
    const rules = ['chat.response.json', 'idempotency.key.printable', 'idempotency.key.left-out'];
    const records = await judgeToy(
      { answer: under(chats, (response) => sendJson(response, 500, serverError)) },
      ...rules,
    );
    expect(verdictsOf(records)).toEqual({
      'chat.response.json': 'fail',
      'idempotency.key.printable': 'blocked',
      'idempotency.key.left-out': 'blocked',
    });
  }, 60_000);

  it('events, under a content type of text', async () => {
    const answer: Toy['answer'] = (_request, response) => {
      const { writeHead } = response;
      response.writeHead = ((status: number, headers: Record<string, string>) => {
        const type = headers['content-type'] === 'text/event-stream' ? 'text/plain' : headers['content-type'];
        return writeHead.call(response, status, { ...headers, 'content-type': type });
      }) as typeof response.writeHead;
      return false;
    };
    const records = await judgeToy({ answer }, 'stream.answered.as-events', 'stream.event.content-type');
    expect(verdictsOf(records)).toEqual({
      'stream.answered.as-events': 'blocked',
      'stream.event.content-type': 'fail',
    });
  });

  it('models, where a read of one is answered with a completion', async () => {
    const answer = under('/v1/models/', (response) => sendJson(response, 200, completion));
    const records = await judgeToy({ answer, list: bareList('toy/small'), serves: ['toy/small'] }, 'model.');
    expect(records.get('model.get.listed')?.verdict).toBe('fail');
    expect(records.get('model.field.object.value')?.verdict).toBe('pass');
    expect(records.get('model.get.id-echoed')?.blockedBy).toBe('model.get.listed');
    expect(records.get('model.agreement.owned-by')?.blockedBy).toBe('model.get.listed');
  });

  it('the model list and models, where errors come under 200', async () => {
    const answer: Toy['answer'] = (request, response) => {
      const isMine = request.headers.authorization !== `Bearer ${toyKey}` || request.url?.startsWith('/v1/models/');
      if (isMine === true) sendJson(response, 200, serverError);
      return isMine === true;
    };
    const records = await judgeToy({ answer }, 'model.', 'auth.route.model-list');
    expect(records.get('auth.route.model-list')?.verdict).toBe('fail');
    expect(records.get('model.list.data')?.verdict).toBe('pass');
    expect(records.get('model.field.owned-by.type')?.verdict).toBe('pass');
  });

  it('the refusal of unknown paths, which are served', async () => {
    const answer = under('/', (response) => sendJson(response, 200, completion));
    const records = await judgeToy({ answer }, 'error.unknown-route');
    expect(verdictsOf(records)).toEqual({
      'error.unknown-route.status': 'fail',
      'error.unknown-route.envelope': 'blocked',
    });
  });

  it('the model that a reply names, where it names none', async () => {
    const answer = under(chats, (response) => sendJson(response, 200, completion));
    const records = await judgeToy({ answer }, 'chat.model.echoed');
    expect(records.get('chat.model.echoed')?.verdict).toBe('not-applicable');
  });
});

it('a gateway without jobs: one cause, and what waits for it folds with it', async () => {
  const refusal = { message: 'no', kind: 'terminal', scope: 'request', type: 'x', param: null };
  const answer: Toy['answer'] = ({ url = '', headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${toyKey}`;
    const isServed = isKnown && /^\/v1\/(chat|models$)/.test(url);
    const missing = url.startsWith('/v1/models/') ? 'model_not_found' : 'not_found';
    const [status, code] = isKnown ? [404, missing] : [401, 'unauthorized'];
    if (!isServed) sendJson(response, status, { error: { ...refusal, code } });
    return !isServed;
  };
  const records = await judgeToy(
    { answer },
    'error.unknown-route.',
    'job.read.',
    'job.cancel.',
    'error.envelope.code-known',
    'error.code.job-not-found.kind',
  );
  expect(records.get('job.read.unknown')?.causedBy).toBe('route-jobs');
  expect(records.get('error.envelope.code-known')?.causedBy).toBe('route-jobs');
  expect(records.get('error.code.job-not-found.kind')?.blockedBy).toBe('error.envelope.code-known');
  expect([...records.values()].filter(({ causedBy = 'route-jobs' }) => causedBy !== 'route-jobs')).toEqual([]);
}, 60_000);

it.each([
  ['a field that its model does not take', 'temperature', 'warn'],
  ['a field that is its own', 'provider', 'fail'],
])('a chat that is refused for %s', async (_what, field, verdict) => {
  const rule = `chat.accepted.${field}`;
  expect(verdictsOf(await judgeToy({ refuses: field }, rule))).toEqual({ [rule]: verdict });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Passes submissions on to the endpoint that a header names, and its answers back: there are no jobs. */
function withoutJobs(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url?.startsWith('/v1/images/') !== true) return false;
  const { 'x-port': port } = request.headers;
  const call = { method: 'POST', headers: { 'content-type': 'application/json' } };
  void text(request)
    .then((body) => fetch(`http://127.0.0.1:${String(port)}/v1/images/generations`, { ...call, body }))
    .then(async (answer) => sendJson(response, answer.status, await answer.json()))
    .catch(() => sendJson(response, 502, serverError));
  return true;
}

/** Runs on a profile that wires two image models to ports of our own, and a text model. */
async function judgeWired(answer: NonNullable<Toy['answer']>, ...rules: readonly string[]) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const models = ['toy-small', 'toy-draw', 'toy-paint'].map((id, place) => ({
    ...{ id, modality: place === 0 ? 'text' : 'image', ports: [ports[place]] },
    headers: { 'x-port': String(ports[place]) },
  }));
  const profile = join(folder, 'profile.yaml');
  const fragments = { image_inputs: { prompt: 'a red square' } };
  const url = await toyGateway({ answer });
  writeFileSync(profile, JSON.stringify({ url, key: { value: toyKey }, models, fragments }));
  return judge(rules, '--profile', profile);
}

it('what a job fails with, where submissions are answered with the image or the error of the endpoint', async () => {
  const records = await judgeWired(withoutJobs, 'media.create.image', 'media.failure');
  expect(records.get('media.create.image')?.verdict).toBe('fail');
  for (const cause of ['payment-required', 'unauthorized', 'moderation'])
    expect(records.get(`media.failure.${cause}`)?.blockedBy).toBe('media.create.image');
});

it('submissions that come again, where jobs have another field for their state and keys are ignored', async () => {
  const again = [
    ...['media.create.image', 'idempotency.media.first-result'],
    ...['idempotency.media.identical-bytes', 'idempotency.body.different-image', 'idempotency.body.first-result-kept'],
  ];
  let jobs = 0;
  const answer = under('/v1/images/', (response) => {
    jobs += 1;
    sendJson(response, 202, { id: `job_${jobs}`, object: 'job', status: 'queued', model: 'toy-draw' });
  });
  const records = await judgeWired(answer, ...again);
  expect(records.get('media.create.image')?.verdict).toBe('pass');
  expect(records.get('idempotency.media.first-result')?.verdict).toBe('fail');
  expect(records.get('idempotency.media.identical-bytes')?.blockedBy).toBe('idempotency.media.first-result');
  expect(records.get('idempotency.body.different-image')?.verdict).toBe('fail');
  expect(records.get('idempotency.body.first-result-kept')?.blockedBy).toBe('idempotency.body.different-image');
}, 60_000);

it('names the body of a refused request that is left unread, and taken for the next request on its connection', async () => {
  const spoilt = new WeakSet<object>();
  const answer: Toy['answer'] = ({ socket, headers }, response) => {
    if (spoilt.has(socket)) response.writeHead(501, { connection: 'close' }).end('<h1>Unsupported method</h1>');
    else if (headers.authorization !== `Bearer ${toyKey}` && headers['content-length'] !== undefined) {
      spoilt.add(socket);
      sendJson(response, 401, serverError);
    } else return false;
    return true;
  };
  await judgeToy({ answer }, 'auth.key.required');
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).notes.join()).toContain('left unread');
  await judgeToy({}, 'auth.key.required');
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).notes.join()).not.toContain('left unread');
}, 60_000);
