import { describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import type { Reply } from '../replies/reply-rule.ts';
import { simulatorTest } from '../vitest.ts';

const test = simulatorTest({ upstreamTimeoutMs: 20_000, requestTimeoutMs: 60_000 });

/** A token each second, the first one after five. */
const slow = { text: 'one two three', pace: { firstTokenMs: 5000, tokensPerSecond: 1 } };

const ask = (account: AccountControl, more: object = {}, signal?: AbortSignal) =>
  account.request('/chat/completions', {
    method: 'POST',
    body: JSON.stringify({
      model: 'gateproof/echo',
      messages: [{ role: 'user', content: 'Wörds, please' }],
      stream: true,
      ...more,
    }),
    ...(signal === undefined ? {} : { signal }),
  });

const tokensIn = (text: string) => [...text.matchAll(/"content":"([^"]+)"/g)].map(([, token]) => token);

/** Reads a stream while it comes. */
function following(answer: Response) {
  const decoder = new TextDecoder();
  const read = { text: '', tokens: () => tokensIn(read.text), whole: Promise.resolve() };
  read.whole = (async () => {
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      read.text += decoder.decode(piece, { stream: true });
    }
  })();
  return read;
}

/** The account's calls to endpoints since they were first asked for; from then on each paced answer is one. */
async function callsOf(account: AccountControl): Promise<readonly object[]> {
  const answer = await account.request('/../_testbed/v1/accounts/self/calls');
  return ((await answer.json()) as { entries: readonly object[] }).entries;
}

const replies: readonly Reply[] = [
  { text: 'Zwölf  words,\n"more or less"', pace: { tokensPerSecond: 500 } },
  { pace: { firstTokenMs: 2 } },
  { pace: { tokensPerSecond: 400 } },
  {
    json: { a: ['ß'] },
    usage: { promptTokens: 3, completionTokens: 4 },
    pace: { firstTokenMs: 1, tokensPerSecond: 400 },
  },
  { toolCalls: [{ name: 'weather', arguments: { city: 'Zürich' } }], pace: { tokensPerSecond: 400 } },
  { text: 'Well', reasoning: 'so be it', refusal: 'No.', finishReason: 'length', pace: { tokensPerSecond: 400 } },
  { text: 'one', pace: { firstTokenMs: 1, tokensPerSecond: 1 } },
];

describe('a paced stream', () => {
  test.for(replies)('has the bytes that it has where an endpoint is called: %j', async (reply, { simulator }) => {
    const texts: string[] = [];
    for (const isCalled of [false, true]) {
      await using account = await simulator.account({ seed: 'same' });
      if (isCalled) await callsOf(account);
      await account.replies.set([reply]);
      const answer = await ask(account, { stream_options: { include_usage: true } });
      texts.push(JSON.stringify([...answer.headers.keys()]) + (await answer.text()).replaceAll(/"created":\d+/g, ''));
      expect(await callsOf(account)).toHaveLength(isCalled ? 1 : 0);
    }
    expect(texts[0]).toContain('[DONE]');
    expect(texts[0]).toBe(texts[1]);
  });

  test('comes token by token as the clock of its account moves, and has served at its end', async ({ account }) => {
    await account.replies.set([slow]);
    let hasBegun = false;
    const asked = ask(account).then((answer) => {
      hasBegun = true;
      return following(answer);
    });
    await expect.poll(async () => (await account.usage()).generations).toHaveLength(1);
    await account.clock.advance(4000);
    expect(hasBegun).toBe(false);
    await account.clock.advance(1000);
    const read = await asked;
    await expect.poll(read.tokens).toEqual(['one']);
    await account.clock.advance(1000);
    await expect.poll(read.tokens).toEqual(['one', ' two']);
    expect((await account.effects()).effects).toMatchObject([{ answer: 'open' }]);
    await account.clock.advance(1000);
    await read.whole;
    expect(read.text).toMatch(/"finish_reason":"stop".*data: \[DONE\]\n\n$/s);
    const { charged_usd, generations } = await account.usage();
    expect([charged_usd, generations[0]?.error_code]).toEqual([0.001, null]);
    await expect.poll(async () => (await account.effects()).effects).toMatchObject([{ answer: 'whole' }]);
  });

  test.for([
    ['before its first token', 0],
    ['after it', 5000],
  ] as const)('is not charged where its client leaves %s', async ([_when, ms], { account }) => {
    await account.replies.set([slow]);
    const gone = new AbortController();
    const asked = ask(account, {}, gone.signal).then(following);
    await expect.poll(async () => (await account.usage()).generations).toHaveLength(1);
    await account.clock.advance(ms);
    if (ms > 0) await expect.poll((await asked).tokens).toEqual(['one']);
    gone.abort();
    await (ms > 0 ? expect((await asked).whole).rejects.toThrow() : expect(asked).rejects.toThrow());
    await expect
      .poll(async () => (await account.usage()).generations)
      .toMatchObject([{ error_code: 'client_disconnected', charged_usd: 0 }]);
    await account.clock.advance(60_000);
    expect((await account.usage()).charged_usd).toBe(0);
    expect((await account.effects()).effects).toMatchObject([{ answer: 'lost' }]);
  });

  test('is cut off where its account is reset', async ({ account }) => {
    await account.replies.set([slow]);
    const asked = ask(account);
    await expect.poll(async () => (await account.usage()).generations).toHaveLength(1);
    await account.clock.advance(5000);
    const read = following(await asked);
    await account.reset();
    await expect(read.whole).rejects.toThrow();
    expect((await account.usage()).generations).toEqual([]);
  });

  test.for([
    [{ text: 'one', pace: { firstTokenMs: 21_000 } }, 'upstream_timeout'],
    [{ text: 'one two three four five six', pace: { firstTokenMs: 15_000, tokensPerSecond: 0.1 } }, 'request_timeout'],
  ] as const)('fails as any endpoint does that is too slow: %j, %s', async ([reply, code], { account }) => {
    await account.replies.set([reply]);
    const asked = ask(account).then((answer) => answer.text());
    await expect.poll(async () => (await account.usage()).generations).toHaveLength(1);
    await account.clock.advance(100_000);
    expect(await asked).toContain(code);
  });
});
