import { expect, test } from 'vitest';
import { answered } from '../repair/answered.fixture.ts';
import { unreadBody } from './unread-body.ts';

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
