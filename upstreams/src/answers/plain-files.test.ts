import { expect, test } from 'vitest';
import { callInProcess } from '../in-process/call-in-process.ts';
import type { JsonObject } from '../json.ts';
import { script, turn } from '../script/upstream-script.ts';
import { Upstream } from '../upstream.ts';

const paths = { image: '/images/generations', transcription: '/audio/transcriptions' } as const;

async function called(upstream: Upstream, route: keyof typeof paths, body: JsonObject): Promise<JsonObject> {
  const rawBody = Buffer.from(JSON.stringify(body));
  const answer = await callInProcess(upstream, { method: 'POST', path: paths[route], headers: [], rawBody });
  return JSON.parse(Buffer.concat(await Array.fromAsync(answer.body)).toString());
}

const image = { model: 'a/b', prompt: 'a "square"' };

test.each([image, { ...image, n: 3 }, { model: 'a/b', prompt: null }])(
  'plain pictures are those of a call: %j',
  async (body) => {
    const [one, other] = [new Upstream(), new Upstream()];
    for (const _call of [1, 2]) {
      const files = one
        .plainFiles('image', () => body)
        ?.map(({ bytes, type }) => ({
          b64_json: Buffer.from(bytes).toString('base64'),
          type,
        }));
      expect(files).toEqual((await called(other, 'image', body)).data);
    }
  },
);

test('a plain transcript is that of a call', async () => {
  const body = { model: 'a/b', audio_url: 'https://example.test/a.wav' };
  const [file] = new Upstream().plainFiles('transcription', () => body) ?? [];
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe((await called(new Upstream(), 'transcription', body)).text);
  expect(file?.type).toBe('text/plain; charset=utf-8');
});

test('a scripted picture and a fault have to be called', () => {
  const scripted = new Upstream({ script: script(turn({ kind: 'image' })) });
  const faulty = new Upstream({ script: script(turn({ kind: 'default' }, { kind: 'status', status: 500 })) });
  expect([scripted, faulty].map((upstream) => upstream.plainFiles('image', () => image))).toEqual([
    undefined,
    undefined,
  ]);
});
