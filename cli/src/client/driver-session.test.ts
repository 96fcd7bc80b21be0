import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DriverAnswer, type DriverRequest, driverOperations, driverSchema } from '@gateproof/spec';
import { SchemaValidator } from '@gateproof/spec/validation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-session-'));
afterAll(() => rmSync(folder, { recursive: true }));
const driver = fileURLToPath(new URL('../../../examples/drivers/fetch-driver.ts', import.meta.url));
const validator = new SchemaValidator(driverSchema());

/** Rules whose checks ask for every operation between them, and wait for little. */
const only = [
  'client.answer.content',
  'client.stream.error-noticed',
  'client.model.',
  'client.request.audio-as-url',
  'client.job.cancel-pending',
  'client.job.fresh-link',
  'client.job.not-found',
  'client.error.job-failed',
  'client.job.polls-until-final',
  'client.answer.job-accepted',
  'client.answer.unknown-values',
  'client.webhook.genuine',
  'client.abort.connection-closed',
  'client.answer.metadata',
  'client.answer.tool-calls',
  'client.concurrent.own-answer',
  'client.request.settings-unchanged',
  'client.request.submission-models',
];

/** The lines of one process of the driver, by its number. */
function linesOf<T>(name: 'requests' | 'answers', process: string): readonly T[] {
  const lines = readFileSync(join(folder, `${name}.${process}`), 'utf8')
    .trim()
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The requests and answers of each process; a driver is replaced after a call that was aborted. */
function sessions(): readonly { requests: readonly DriverRequest[]; answers: readonly DriverAnswer[] }[] {
  const processes = readdirSync(folder).flatMap((file) => /^requests\.(\d+)$/.exec(file)?.[1] ?? []);
  return processes.map((one) => ({ requests: linesOf('requests', one), answers: linesOf('answers', one) }));
}

beforeAll(async () => {
  const session = `tee ${folder}/requests.$$ | "${process.execPath}" "${driver}" | tee ${folder}/answers.$$`;
  const flags = ['--effort', 'quick', '--seed', '7', '--drivers', '1', '--only', ...only];
  const { context, stdout } = recordedContext();
  const code = await runCli(['client', ...flags, '--', 'sh', '-c', session], context);
  expect(stdout()).toContain('exit 0');
  expect(code).toBe(0);
});

describe('a whole session of a driver', () => {
  test('asks for every operation, and each line of both sides matches the schema', () => {
    const all = sessions();
    const asked = all.flatMap(({ requests }) => requests.map(({ op }) => op));
    expect(new Set(asked)).toEqual(new Set(['hello', 'close', 'abort', ...driverOperations]));
    expect(all.flatMap(({ answers }) => answers).some(({ ok }) => !ok)).toBe(true);
    for (const { requests, answers } of all) {
      const operations = new Map(requests.map(({ id, op }) => [id, op]));
      for (const request of requests) {
        expect([request, ...validator.problems(request, 'request')]).toEqual([request]);
        expect(validator.problems(request)).toEqual([]);
      }
      for (const answer of answers) {
        expect([answer, ...validator.problems(answer, 'answer')]).toEqual([answer]);
        if (answer.ok) expect(validator.problems(answer.result, `${operations.get(answer.id)}_result`)).toEqual([]);
      }
    }
  });
});

describe('the schema refuses', () => {
  const base = { base_url: 'http://127.0.0.1:1/a', api_key: 'sk-1', prefix: 'svc' };
  test.each<[object, string, string]>([
    [{ id: 1, op: 'dance' }, 'request', 'op must be one of'],
    [{ id: 1, op: 'list_models' }, 'request', 'it lacks the key base_url'],
    [{ id: 1, op: 'chat', ...base, params: { model: 'a/b' } }, 'request', 'params lacks the key messages'],
    [{ id: 1, op: 'get_job', ...base }, 'request', 'it lacks the key params'],
    [{ id: 1, op: 'abort', params: {} }, 'request', 'params lacks the key request'],
    [{ id: 1, ok: true }, 'answer', 'it lacks the key result'],
    [{ id: 1, ok: false, error: { status: '429' } }, 'answer', 'error.status must be integer'],
    [
      { protocol: 'gateproof-driver/0', name: 'x', operations: [] },
      'hello_result',
      'protocol must be "gateproof-driver/1"',
    ],
    [{ content: 'Hi.' }, 'chat_stream_result', 'it lacks the key complete'],
  ])('%j', (value, definition, problem) => {
    expect(validator.problems(value, definition)).toContainEqual(expect.stringContaining(problem));
  });
});
