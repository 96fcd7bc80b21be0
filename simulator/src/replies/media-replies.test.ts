import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import { createControl } from '../control/create-control.ts';
import { createSimulator } from '../simulator.ts';
import { simulatorTest } from '../vitest.ts';
import type { Replies } from './reply-rule.ts';

const test = simulatorTest();
const folder = mkdtempSync(join(tmpdir(), 'gateproof-replies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const imageOf = (prompt: string, model = 'gateproof/image') => ['/images/generations', { model, prompt }] as const;
const transcription = [
  '/audio/transcriptions',
  { model: 'gateproof/transcribe', audio_url: 'https://a.test/seven.wav' },
] as const;

const submit = (account: AccountControl, [path, body]: readonly [string, object]) =>
  account.request(path, { method: 'POST', body: JSON.stringify(body) });

/** The job of a submission. */
async function jobOf(account: AccountControl, submission: readonly [string, object]) {
  const answer = await submit(account, submission);
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

/** The files of a job, with their types. */
async function outputOf(account: AccountControl, id: string, read: typeof fetch = fetch) {
  await account.wait.forJob(id);
  const job = (await (await account.request(`/jobs/${id}`)).json()) as { output: { url: string }[] };
  return Promise.all(
    job.output.map(async ({ url }) => {
      const file = await read(url);
      return [file.headers.get('content-type'), await file.text()];
    }),
  );
}

describe('canned replies to media jobs', () => {
  test('are images and transcripts', async ({ account }) => {
    await account.replies.set([
      {
        on: { route: 'image', message: 'lake' },
        images: [{ base64: 'bGFrZQ==', type: 'image/webp' }, { base64: 'Mg==' }],
      },
      { on: { route: 'transcription', message: 'seven' }, text: 'Good day.' },
      { text: 'a chat' },
    ]);
    expect(await outputOf(account, await jobOf(account, imageOf('a lake')))).toEqual([
      ['image/webp', 'lake'],
      ['image/png', '2'],
    ]);
    expect(await outputOf(account, await jobOf(account, transcription))).toEqual([
      ['text/plain; charset=utf-8', 'Good day.'],
    ]);
    const [own] = await outputOf(account, await jobOf(account, imageOf('a tower')));
    expect([own?.[0], own?.[1] === '2']).toEqual(['image/png', false]);
    const { replies, unmatched } = await account.replies.read();
    expect(replies.map(({ used }) => used)).toEqual([1, 1, 0]);
    expect(unmatched.map(({ nearest }) => nearest)).toEqual([
      "The nearest is reply-1: its message is lake, the request's is a tower.",
    ]);
  });

  test('come after their delay, on the clock of the account', async ({ account }) => {
    await account.replies.set([{ on: { route: 'image' }, delayMs: 60_000 }]);
    const id = await jobOf(account, imageOf('a lake'));
    await account.clock.advance(30_000);
    expect(await (await account.request(`/jobs/${id}`)).json()).toMatchObject({ state: 'processing' });
    await account.clock.advance(30_000);
    expect(await (await account.request(`/jobs/${id}`)).json()).toMatchObject({ state: 'succeeded' });
  });

  test('let a job fail, or refuse it', async ({ account }) => {
    await account.replies.set([
      { on: { route: 'image', call: 1 }, fault: { kind: 'moderation-refusal' }, delayMs: 100 },
      { on: { route: 'image', call: 2 }, error: { code: 'rate_limited', retryAfterMs: 2000 } },
    ]);
    const id = await jobOf(account, imageOf('a lake'));
    await account.clock.advance(100);
    const failed = await (await account.request(`/jobs/${id}`)).json();
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'moderation_refused' } });
    const refused = await submit(account, imageOf('a lake'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  });

  test('bring the models that they name, and refuse the others when they are strict', async ({ account }) => {
    await account.replies.set([{ on: { route: 'image', model: 'gpt-image-1' }, images: [{ base64: 'Mg==' }] }], {
      strict: true,
    });
    const { data } = (await (await account.request('/models')).json()) as { data: { id: string; modality: string }[] };
    expect(data.find(({ id }) => id === 'gpt-image-1')?.modality).toBe('image');
    expect((await outputOf(account, await jobOf(account, imageOf('x', 'gpt-image-1'))))[0]?.[1]).toBe('2');
    const refused = await submit(account, imageOf('x'));
    expect(await refused.text()).toContain("its model is gpt-image-1, the request's is gateproof/image");
  });

  const bad: readonly (readonly [unknown, string])[] = [
    [
      { on: { route: 'image' }, text: 'a' },
      'replies[0].text is no part of a reply to image, which may have images, fault,',
    ],
    [
      { on: { route: 'transcription' }, images: [{ base64: 'Mg==' }] },
      'replies[0].images is no part of a reply to transc',
    ],
    [{ images: [{ base64: 'Mg==' }] }, 'replies[0].images is no part of a reply to chat'],
    [{ on: { route: 'image', stream: true }, delayMs: 1 }, "replies[0].on.stream can't hold for a request to image"],
    [{ on: { route: 'transcription', tools: ['a'] }, delayMs: 1 }, "replies[0].on.tools can't hold"],
    [{ on: { route: 'image' }, images: [{ base64: 'no!' }] }, 'replies[0].images[0].base64 is "no!"'],
    [{ on: { route: 'image' } }, 'replies[0] answers nothing; give it one of images, fault, delayMs or error'],
    [{ on: { route: 'video' }, delayMs: 1 }, 'replies[0].on.route is "video", not one of chat, image, transcription'],
    [{ on: { route: 'image' }, delayMs: 1, fault: { kind: 'status', status: 7 } }, 'replies[0].fault.status is 7'],
  ];
  test.for(bad)('%j is refused', async ([reply, problem]) => {
    expect(() => createSimulator({ replies: { replies: [reply] } as Replies })).toThrow(problem);
  });
});

describe('canned replies in a data file', () => {
  /** A simulator that keeps its state in a file, with its control client. */
  function begin(name: string, replies?: Replies) {
    const simulator = createSimulator({ data: join(folder, name), ...(replies === undefined ? {} : { replies }) });
    return { simulator, control: createControl({ url: 'http://x.test', fetch: simulator.fetch }) };
  }
  const sayOf = async (account: AccountControl, model = 'gateproof/echo') => {
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
    const answer = await account.request('/chat/completions', { method: 'POST', body });
    return ((await answer.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content;
  };

  test('outlive a restart, and so does a job that waits for its own', async () => {
    const first = begin('kept.sqlite');
    const account = await first.control.accounts.create({});
    await account.replies.set(
      [
        { on: { model: /^gpt/ }, text: 'canned' },
        { on: { route: 'image' }, images: [{ base64: 'Mg==' }], delayMs: 60_000 },
      ],
      { models: ['gpt-x'] },
    );
    const id = await jobOf(account, imageOf('a lake'));
    await first.simulator.close();
    const second = begin('kept.sqlite');
    const again = await second.control.accounts.withKey(account.apiKey);
    expect(await sayOf(again, 'gpt-x')).toBe('canned');
    await again.replies.clear();
    await again.clock.advance(60_000);
    expect(await outputOf(again, id, second.simulator.fetch)).toEqual([['image/png', '2']]);
    await second.simulator.close();
    const third = begin('kept.sqlite');
    expect(await sayOf(await third.control.accounts.withKey(account.apiKey))).toBe('Hello');
    await third.simulator.close();
  });

  test('that every account starts with are those of the newest start, unless the account has its own or none', async () => {
    const first = begin('standard.sqlite', { replies: [{ text: 'old' }] });
    const [plain, own, none] = await Promise.all([1, 2, 3].map(() => first.control.accounts.create({})));
    await own?.replies.set([{ text: 'own' }]);
    await none?.replies.clear();
    await first.simulator.close();
    const second = begin('standard.sqlite', { replies: [{ text: 'new' }] });
    const said = [plain, own, none].map(async (account) =>
      sayOf(await second.control.accounts.withKey(account?.apiKey ?? '')),
    );
    expect(await Promise.all(said)).toEqual(['new', 'own', 'Hello']);
    await second.simulator.close();
  });
});
