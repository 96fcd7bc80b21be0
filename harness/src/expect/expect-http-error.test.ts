import { expect, test } from 'vitest';
import { Caution, Violation } from '../check/violation.ts';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { expectHttpError } from './expect-http-error.ts';
import { statingWorld } from './stating-world.fixture.ts';

const { world } = statingWorld();
const said = { code: 'provider_unavailable', message: 'no endpoint', kind: 'unavailable' };
const envelope = { error: { ...said, scope: null, type: 'server_error', param: null } };
const because = 'no endpoint could be reached';

test.each([400, 502, 503])('%i with the envelope is an HTTP error, whatever its code', (status) => {
  expect(expectHttpError(world, sketchExchange({ status, body: envelope }), because)).toEqual(envelope.error);
});

test('an error without the envelope breaks the rule of the envelope', () => {
  const bare = sketchExchange({ status: 500, body: { detail: 'oops' } });
  expect(() => expectHttpError(world, bare, because)).toThrow(
    expect.objectContaining({ name: 'SetupFailed', prerequisite: 'error.envelope.object' }),
  );
});

test('an error without a field that every error has breaks the rule of that field', () => {
  const otherApi = sketchExchange({
    status: 500,
    body: { type: 'error', error: { type: 'api_error', message: 'oops' } },
  });
  expect(() => expectHttpError(world, otherApi, because)).toThrow(
    expect.objectContaining({ name: 'SetupFailed', prerequisite: 'error.envelope.code-present' }),
  );
});

test.each([
  ['an empty stream', sketchExchange({ body: 'data: [DONE]\n\n' })],
  ['the envelope under 200', sketchExchange({ body: envelope })],
])('%s is none', (_, exchange) => {
  expect(() => expectHttpError(world, exchange, because)).toThrow(Violation);
});

test('an error that only comments came before is warned about', () => {
  const error = `data: ${JSON.stringify(envelope)}\n\ndata: [DONE]\n\n`;
  expect(() => expectHttpError(world, sketchExchange({ body: `: wait\n\n${error}` }), because)).toThrow(Caution);
});
