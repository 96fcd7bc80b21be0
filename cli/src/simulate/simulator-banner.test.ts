import { styleFor } from '@gateproof/reports';
import { expect, test } from 'vitest';
import { simulatorBanner } from './simulator-banner.ts';

test('the banner holds the address, the key and a request that can be pasted', () => {
  const facts = {
    baseUrl: 'http://127.0.0.1:8080',
    key: 'sk-1',
    model: 'a/b',
    seed: 7,
    deviation: 'd',
    variations: ['v'],
    isOpenToOthers: false,
  };
  const text = simulatorBanner(facts, styleFor(false));
  expect(text).toContain('listens at http://127.0.0.1:8080');
  expect(text).toContain("curl http://127.0.0.1:8080/v1/chat/completions \\\n    -H 'Authorization: Bearer sk-1'");
  expect(text).toContain('inspector  http://127.0.0.1:8080/_inspector');
  expect(text).toContain(`-d '{"model":"a/b","messages":[{"role":"user","content":"Hello"}]}'`);
  expect(text).toContain('deviates  d\n  varies    v');
});

test('the banner does not show the password of a database', () => {
  const facts = {
    baseUrl: 'http://127.0.0.1:8080',
    key: 'sk-1',
    model: 'a/b',
    seed: 7,
    variations: [],
    isOpenToOthers: false,
  };
  const data = 'postgres://me:secret@db.example:5432/gateproof';
  expect(simulatorBanner({ ...facts, data }, styleFor(false))).toContain(
    '  data  postgres://me@db.example:5432/gateproof\n',
  );
});
