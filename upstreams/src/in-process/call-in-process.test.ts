import { describe, expect, it } from 'vitest';
import { script, turn } from '../script/upstream-script.ts';
import { Upstream } from '../upstream.ts';
import { callInProcess } from './call-in-process.ts';

const request = {
  method: 'POST',
  path: '/chat/completions',
  headers: [],
  rawBody: Buffer.from('{"model":"a/b","stream":true}'),
};

async function partsOf(body: AsyncIterable<Uint8Array>, onPart = () => {}): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of body) {
    parts.push(part);
    onPart();
  }
  return parts;
}

describe('callInProcess', () => {
  it.each([
    ['refuse-connection', 'ECONNREFUSED'],
    ['reset-before-headers', 'ECONNRESET'],
  ] as const)('throws for %s what Node would', async (kind, code) => {
    const upstream = new Upstream({ script: script(turn(undefined, { kind })) });
    await expect(callInProcess(upstream, request)).rejects.toMatchObject({ code });
  });

  it('throws ECONNRESET from the body when the connection is cut', async () => {
    const upstream = new Upstream({ script: script(turn(undefined, { kind: 'cut-after', afterTokens: 1 })) });
    const { body } = await callInProcess(upstream, request);
    await expect(partsOf(body)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('throws the reason of the signal, before the head and in the body', async () => {
    const upstream = new Upstream({
      script: script(turn(undefined, { kind: 'hang' }), turn(undefined, { kind: 'stall', afterTokens: 1 })),
    });
    const reason = new Error('enough');
    const first = new AbortController();
    const hanging = callInProcess(upstream, request, first.signal);
    first.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    const second = new AbortController();
    const { body } = await callInProcess(upstream, request, second.signal);
    const read = partsOf(body, () => second.abort(reason));
    await expect(read).rejects.toBe(reason);
    await expect(callInProcess(upstream, request, second.signal)).rejects.toBe(reason);
    expect(upstream.callCount).toBe(2);
  });

  it('takes leaving the body early for a closed connection, also when it was never read', async () => {
    const upstream = new Upstream();
    const first = await callInProcess(upstream, request);
    await first.body[Symbol.asyncIterator]().return?.();
    const second = await callInProcess(upstream, { ...request, path: '/v1/chat/completions' });
    for await (const _bytes of second.body) break;
    expect(upstream.calls.map(({ outcome }) => outcome)).toEqual(['aborted-by-gateway', 'aborted-by-gateway']);
  });

  it('joins what nothing holds apart', async () => {
    const free = new Upstream();
    expect(await partsOf((await callInProcess(free, request)).body)).toHaveLength(1);
    const gated = new Upstream({ script: script(turn(undefined, { kind: 'gate', gate: 'g', beforeEvent: 2 })) });
    gated.release('g');
    expect(await partsOf((await callInProcess(gated, request)).body)).toHaveLength(2);
  });
});
