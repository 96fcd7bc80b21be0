import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aiSdkClient } from './clients/ai-sdk.ts';
import type { ChatClient, Gateway } from './clients/client.ts';
import { huggingFaceClient } from './clients/hugging-face.ts';
import { langchainClient } from './clients/langchain.ts';
import { openaiClient } from './clients/openai.ts';
import { openaiFetchClient } from './clients/openai-fetch.ts';

import { togetherClient } from './clients/together.ts';

/** Unmodified clients of the registry, with the address and the key that `gateproof simulate` prints and nothing else arranged. */
const clients: readonly (readonly [string, (gateway: Gateway) => ChatClient])[] = [
  ['openai', openaiClient],
  ['ai', aiSdkClient],
  ['@langchain/openai', langchainClient],
  ['openai-fetch', openaiFetchClient],
  ['together-ai', togetherClient],
  ['@huggingface/inference', huggingFaceClient],
];

let simulate: ChildProcessByStdio<null, Readable, null>;
let gateway: Gateway;
beforeAll(async () => {
  const command = "import { main } from './cli/src/main.ts'; await main(['simulate', '--port', '0']);";
  const flags = ['--conditions=@gateproof/source', '--input-type=module', '--eval', command];
  simulate = spawn(process.execPath, flags, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const line of createInterface({ input: simulate.stdout })) {
    printed += `${line}\n`;
    if (line === 'Ctrl-C ends it.') break;
  }
  gateway = {
    baseURL: `${/listens at (\S+)/.exec(printed)?.[1]}/v1`,
    apiKey: /key +(\S+)/.exec(printed)?.[1] ?? '',
  };
});
afterAll(async () => {
  simulate.kill();
  await once(simulate, 'exit');
});

const model = 'gateproof/echo';
const booking = {
  name: 'booking',
  schema: {
    type: 'object',
    properties: {
      seats: { type: 'integer', minimum: 1, maximum: 8 },
      at: { type: 'string', enum: ['noon', 'evening'] },
      name: { type: 'string' },
    },
    required: ['seats', 'at', 'name'],
    additionalProperties: false,
  },
};
const aBooking = {
  seats: expect.toSatisfy((seats: unknown) => Number.isInteger(seats) && Number(seats) >= 1 && Number(seats) <= 8),
  at: expect.stringMatching(/^(noon|evening)$/),
  name: expect.any(String),
};

describe.each(clients)('%s', (_name, clientFor) => {
  test('gets the call of a tool, with arguments that fit', async () => {
    expect(await clientFor(gateway).callTool(model, booking)).toEqual(aBooking);
  });

  test('gets JSON that its schema allows', async () => {
    expect(await clientFor(gateway).structured(model, booking)).toEqual(aBooking);
  });

  test('reads a stream token by token', async () => {
    const texts = (await clientFor(gateway).stream(model, 'One two three.')).filter((text) => text !== '');
    expect(texts).toEqual(['One', ' two', ' three.']);
  });

  test.each([
    ['gateproof/fails-rate-limited', 429],
    ['gateproof/fails-server-error', 502],
    ['gateproof/absent', 404],
  ])('throws the error of %s with its status %i', async (failing, status) => {
    expect(await clientFor(gateway).refusal(failing)).toBe(status);
  });
});
