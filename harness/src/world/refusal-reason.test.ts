import { expect, test } from 'vitest';
import { refusalReason } from './refusal-reason.ts';

const refused = (body: string) => refusalReason({ accepted: false, status: 400, body });

test('a refusal in the envelope says why', () => {
  expect(refused('{"error":{"message":"The host is not on the list."}}')).toBe('The host is not on the list.');
});

test.each(['', 'not allowed', '{"error":"no"}', '{"error":{"message":" "}}', '{"message":"no"}'])(
  'a refusal without a message in the envelope says nothing: %s',
  (body) => expect(refused(body)).toBeUndefined(),
);

test('nothing was refused where the URL was registered', () => {
  expect(refusalReason({ accepted: true, id: 'wh_1', secret: 'whsec_1' })).toBeUndefined();
});
