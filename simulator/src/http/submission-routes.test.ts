import { createHash } from 'node:crypto';
import { hourMs } from '@gateproof/spec';
import { turn } from '@gateproof/upstreams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway } from '../testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

type Account = Awaited<ReturnType<typeof gateway.account>>;

async function imageModel(account: Account, ...turns: Parameters<typeof turn>[]) {
  return account.modelWith(
    { modality: 'image', price_usd: 0.04 },
    turns.map((parts) => turn(...parts)),
  );
}

async function submit(account: Account, body: object, headers: Record<string, string> = {}) {
  return account.key.send('POST', '/v1/images/generations', { prompt: 'a red square', ...body }, headers);
}

async function untilFinal(account: Account, id: string) {
  for (;;) {
    const { json } = await account.key.send('GET', `/v1/jobs/${id}`);
    if (!['queued', 'processing'].includes(json.state)) return json;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a media job', () => {
  test('is accepted, runs and ends with files that can be downloaded', async () => {
    const account = await gateway.account();
    const model = await imageModel(account);
    const { status, json } = await submit(account, { model: model.id });
    expect([status, json.object, json.modality]).toEqual([202, 'job', 'image']);
    const job = await untilFinal(account, json.id);
    expect(job).toMatchObject({ id: json.id, state: 'succeeded', created_at: json.created_at });
    const [item] = job.output;
    const bytes = Buffer.from(await (await fetch(item.url)).arrayBuffer());
    expect(bytes.length).toBe(item.bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(item.checksum_sha256);
    expect(job.usage.cost).toMatchObject({ billing_usd: 0.04, price_version: '2026-11-01' });
    await account.advance(2 * hourMs);
    expect((await fetch(item.url)).status).toBe(403);
    const fresh = (await account.key.send('GET', `/v1/jobs/${json.id}`)).json.output[0];
    expect((await fetch(fresh.url)).status).toBe(200);
  });

  test('of a transcription model ends with the text', async () => {
    const account = await gateway.account();
    const model = await account.modelWith({ modality: 'audio_stt' });
    const body = { model: model.id, audio_url: 'https://audio.example.com/a.wav' };
    const { status, json } = await account.key.send('POST', '/v1/audio/transcriptions', body);
    expect([status, json.modality]).toEqual([202, 'audio_stt']);
    const job = await untilFinal(account, json.id);
    expect(await (await fetch(job.output[0].url)).text()).not.toBe('');
  });

  test('whose endpoint fails becomes failed, with the code of the failure and without charge', async () => {
    const account = await gateway.account();
    const model = await imageModel(account, [{ kind: 'default' }, { kind: 'status', status: 500 }]);
    const { json } = await submit(account, { model: model.id });
    const job = await untilFinal(account, json.id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'provider_unavailable', kind: 'unavailable' } });
    expect(job.output).toBeUndefined();
    expect((await account.usage()).charged_usd).toBe(0);
  });

  test('is canceled once, and refuses a cancel after that', async () => {
    const account = await gateway.account();
    const model = await imageModel(account, [{ kind: 'default' }, { kind: 'hang' }]);
    const { json } = await submit(account, { model: model.id });
    const cancel = () => account.key.send('POST', `/v1/jobs/${json.id}/cancel`);
    const first = await cancel();
    expect([first.status, first.json.state]).toEqual([200, 'canceled']);
    const second = await cancel();
    expect([second.status, second.json.error.code, second.json.error.kind]).toEqual([
      409,
      'job_already_finished',
      'terminal',
    ]);
  });

  test('that asks for zero data retention is discarded after 24 hours, others are not', async () => {
    const account = await gateway.account();
    const model = await imageModel(account, [{ kind: 'default' }, { kind: 'hang' }]);
    const zdr = (await submit(account, { model: model.id, svc: { zdr: true } })).json;
    const other = (await submit(account, { model: model.id })).json;
    const read = async (id: string) => (await account.key.send('GET', `/v1/jobs/${id}`)).json;
    await account.advance(24 * hourMs - 60_000);
    expect((await read(zdr.id)).state).toBe('processing');
    await account.advance(120_000);
    expect(await read(zdr.id)).toMatchObject({
      state: 'failed',
      error: { code: 'retention_expired', kind: 'terminal' },
    });
    expect((await read(other.id)).state).toBe('processing');
  });

  test('is made once by equal submissions at the same time under one key', async () => {
    const account = await gateway.account();
    const model = await imageModel(account);
    const headers = { 'idempotency-key': 'one' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(account, { model: model.id }, headers)));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    await untilFinal(account, answers[0]?.json.id);
    expect(model.upstreams[0]?.callCount).toBe(1);
    const other = await submit(account, { model: model.id, size: 'large' }, headers);
    expect([other.status, other.json.error.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('belongs to its account alone', async () => {
    const [account, stranger] = [await gateway.account(), await gateway.account()];
    const model = await imageModel(account);
    const { json } = await submit(account, { model: model.id });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      const answer = await stranger.key.send(method, `/v1/jobs/${json.id}${path}`);
      expect([answer.status, answer.json.error.code]).toEqual([404, 'job_not_found']);
    }
  });

  test.each([
    ['no prompt', { prompt: 7 }, 'prompt'],
    ['six fallback models', { models: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] }, 'models'],
    ['a retry_of that is no string', { retry_of: 7 }, 'retry_of'],
  ])('with %s is refused, naming the field', async (_what, body, field) => {
    const account = await gateway.account();
    const model = await imageModel(account);
    const { status, json } = await submit(account, { model: model.id, ...body });
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.message).toContain(field);
  });
});
