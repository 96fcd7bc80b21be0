import { expect, test } from 'vitest';
import { isDecodable } from './body-decoder.ts';
import { codingsIn } from './content-coding.ts';
import { headersAs, realClient, realClients } from './real-clients.ts';

test.each(realClients)('$name accepts codings, and none that could not be decoded', ({ headers }) => {
  const accepted = headers.flatMap(([name, value]) => (name === 'Accept-Encoding' ? [value] : []));
  expect(accepted).toHaveLength(1);
  for (const coding of codingsIn([['Content-Encoding', accepted.join()]])) expect(isDecodable([coding])).toBe(true);
});

test('what a request is given counts before what its client sends', () => {
  const given = [['accept-encoding', 'identity']] as const;
  const names = headersAs(realClient('OkHttp'), given).map(([name]) => name);
  expect(names).toEqual(['Connection', 'User-Agent', 'accept-encoding']);
  expect(headersAs(undefined, given)).toEqual(given);
});
