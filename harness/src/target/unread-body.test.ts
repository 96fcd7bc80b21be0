import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { answered } from '../repair/answered.fixture.ts';
import { misreadNote, unreadBody } from './unread-body.ts';

const served = answered({ body: {} });
const first = {
  list: served,
  chat: served,
  noKey: answered({ status: 401, body: {} }),
  unknownKey: served,
  brokenBody: served,
  unknownModel: served,
  unknownRoute: answered({ status: 404, body: {} }),
};

test('a request that is misread behind a refused one names the unread body', () => {
  const [line] = unreadBody({ ...first, afterRefusal: answered({ status: 501, body: '<h1>Unsupported</h1>' }) });
  expect(line).toContain('after 401, 501 rather than 404');
  expect(line).toContain('left unread');
});

test('nothing is said where the next request is answered as any other', () => {
  expect(unreadBody(first)).toEqual([]);
});

test('a request that was misread later is named with what it was answered alone', () => {
  const refused = sketchExchange({ method: 'PUT', path: '/v1/chat/completions', requestBody: {}, status: 405 });
  const [line] = misreadNote({ refused, misread: sketchExchange({ status: 501 }), alone: sketchExchange() });
  expect(line).toContain(
    'after PUT /v1/chat/completions → 405, GET /v1/models was answered 501, and 200 on a connection of its own',
  );
  expect(misreadNote(undefined)).toEqual([]);
});
