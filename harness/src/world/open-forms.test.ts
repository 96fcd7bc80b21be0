import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { openFormBehind } from './open-forms.ts';

const chat = (requestBody: object, body: unknown, status = 200) =>
  sketchExchange({ path: '/v1/chat/completions', requestBody, body, status });
const refusal = (code: string) => ({ error: { code, message: 'no' } });
const stream = (...chunks: readonly object[]) =>
  [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');

const commonReply = chat({}, { choices: [{ message: { content: 'hi' } }] });
const bareReply = chat({}, {});
const commonStream = chat({ stream: true }, stream({ choices: [{ delta: { content: 'hi' } }] }));
const otherStream = chat({ stream: true }, stream({ said: 'hi' }));
const toolsServed = chat({ tools: [{}] }, { choices: [{ message: { content: 'hi' } }] });
const toolsRefused = chat({ tools: [{}] }, refusal('invalid_request'), 400);

test.each([
  ['a reply without choices', bareReply, 'F129'],
  ['a stream without choices', otherStream, 'F119'],
  ['a stream with a list of no choices', chat({ stream: true }, stream({ said: 'hi' }, { choices: [] })), 'F119'],
  [
    'a stream with choices in its error alone',
    chat({ stream: true }, stream({ said: 'hi' }, { choices: [{ delta: {} }], ...refusal('upstream_timeout') })),
    'F119',
  ],
  ['a refusal of tools', toolsRefused, 'F010'],
  ['another refusal of tools', chat({ tools: [{}] }, refusal('unsupported_capability'), 400), 'F010'],
])('%s decides nothing where a plain request is answered so, too', async (_what, answer, freedom) => {
  expect(await openFormBehind([answer], new Map(), async () => answer)).toContain(freedom);
});

test.each([
  ['a reply without choices', bareReply, commonReply],
  ['a stream without choices', otherStream, commonStream],
  ['a refusal of tools', toolsRefused, toolsServed],
])('%s is judged where a plain request is answered in the common form', async (_what, answer, plain) => {
  expect(await openFormBehind([answer], new Map(), async () => plain)).toBeUndefined();
});

test.each([
  ['a common reply', commonReply],
  ['a common stream', commonStream],
  ['a stream of one error', chat({ stream: true }, stream(refusal('upstream_timeout')))],
  ['an error', chat({}, refusal('internal_error'), 500)],
  ['a failure with tools', chat({ tools: [{}] }, refusal('internal_error'), 500)],
  ['a refusal without tools', chat({}, refusal('invalid_request'), 400)],
])('%s gives no cause to ask', async (_what, answer) => {
  const ask = () => Promise.reject(new Error('asked'));
  const known = new Map();
  expect(await openFormBehind([answer], known, ask)).toBeUndefined();
  expect(known.size).toBe(0);
});

test('a run asks once', async () => {
  const known = new Map();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return bareReply;
  };
  const all = await Promise.all([1, 2, 3].map(() => openFormBehind([bareReply], known, ask)));
  expect(all.every((why) => why !== undefined)).toBe(true);
  expect(asked).toBe(1);
});

test.each([
  ['nobody answers', () => Promise.reject(new Error('no account'))],
  ['the answer is cut off', async () => sketchExchange({ status: 0, ending: 'cut' })],
  ['too much was asked', async () => chat({}, refusal('rate_limited'), 429)],
])('nothing is known of a form where %s', async (_what, ask) => {
  const known = new Map();
  expect(await openFormBehind([bareReply], known, ask)).toBeUndefined();
  expect(await openFormBehind([bareReply], known, async () => bareReply)).toContain('F129');
});
