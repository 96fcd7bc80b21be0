import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { openUpstreamServer, script, turn } from '@gateproof/upstreams';
import { describe, expect } from 'vitest';
import { test } from '../vitest.ts';

const body = (model: string) =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'Say something.' }], stream: true });

/** The pieces in which a body arrives. */
async function piecesOf(answer: Response): Promise<readonly string[]> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(decoder.decode(piece, { stream: true }));
  }
  return pieces;
}

describe('the bytes of a stream', () => {
  test('come event by event where the endpoint sends them so, and together where it sends them together', async ({
    account,
  }) => {
    const together = await account.request('/chat/completions', { method: 'POST', body: body('gateproof/echo') });
    expect(together.headers.get('content-length')).toBeNull();
    const coalesced = await piecesOf(together);
    const events = coalesced.join('').split('\n\n').length - 1;
    expect(coalesced.length).toBeLessThan(events / 2);
    await account.faults.set({ kind: 'slow-drip', ms: 5 });
    const paced = await account.request('/chat/completions', { method: 'POST', body: body('gateproof/echo') });
    expect(paced.headers.get('content-length')).toBeNull();
    const flushed = await piecesOf(paced);
    expect(flushed.join('')).toContain('data: [DONE]');
    expect(flushed.length).toBeGreaterThan(events / 2);
  });

  test.for(['1.0', '1.1'])('have the frame of HTTP/%s alone', async (version, { simulator }) => {
    const content = JSON.stringify({
      model: 'gateproof/echo',
      messages: [{ role: 'user', content: 'Zwölf Boxkämpfer jagen 🌥' }],
      stream: true,
    });
    const head = `POST /v1/chat/completions HTTP/${version}\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${simulator.defaultKey}`;
    const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
    socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
    const [answerHead = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
    const events = version === '1.0' ? body : (/^[0-9a-f]+\r\n(.*)\r\n0$/s.exec(body)?.[1] ?? '');
    expect(answerHead.includes('Transfer-Encoding: chunked')).toBe(version === '1.1');
    if (version === '1.1') expect(Number.parseInt(body, 16)).toBe(Buffer.byteLength(events));
    expect(events).toMatch(/^data: .*"content":" jagen".*data: \[DONE\]\n\n$/s);
  });

  test('wait for a client that does not read', async ({ account, simulator }) => {
    const upstreams = await openUpstreamServer();
    const tokens = Array.from({ length: 2_000 }, () => 'x'.repeat(16_384));
    const { upstream, url } = upstreams.add({ script: script(turn({ kind: 'chat', tokens })) });
    const { id } = await account.models.create({ modality: 'text', endpoints: [url] });
    const answer = await simulator.fetch(`${account.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}` },
      body: body(id),
    });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    let before = -1;
    const sent = () => upstream.calls[0]?.tokensSent ?? 0;
    await expect
      .poll(
        () => {
          const still = sent() === before;
          before = sent();
          return still;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(sent()).toBeLessThan(tokens.length / 2);
    await reader.cancel();
    await upstream.calls[0]?.ended;
    await upstreams.close();
  });
});
