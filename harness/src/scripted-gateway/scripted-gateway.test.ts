import { expect, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { isScriptedKey, ScriptedGateway } from './scripted-gateway.ts';

test('an answer that throws ends the case and not the process', async () => {
  const gateway = await ScriptedGateway.open(startRunClock());
  const place = gateway.place(createRecorder(createExchangeIds()));
  place.answer(() => {
    throw new RangeError('no such file');
  });
  expect(() => place.requireAnswers()).not.toThrow();
  const { status } = await fetch(`${place.baseUrl}/v1/models`);
  expect(status).toBe(500);
  expect(() => place.requireAnswers()).toThrow('no such file');
  await gateway.close();
});

test('each caller of a case has a key of its own, and no other is one', async () => {
  const gateway = await ScriptedGateway.open(startRunClock());
  const place = gateway.place(createRecorder(createExchangeIds()));
  const keys = (['first', 'second', 'other-1', 'other-12'] as const).map(place.apiKeyOf);
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) expect(isScriptedKey('case1', key)).toBe(true);
  for (const key of keys) expect(isScriptedKey('case2', key) || isScriptedKey('case1', key.toLowerCase())).toBe(false);
  await gateway.close();
});

test('a preflight and a probe of the catalogue are answered, and are no requests of the case', async () => {
  const gateway = await ScriptedGateway.open(startRunClock());
  const place = gateway.place(createRecorder(createExchangeIds()));
  const preflight = await fetch(`${place.baseUrl}/v1/chat/completions`, { method: 'OPTIONS' });
  const probe = await fetch(`${place.baseUrl}/v1/models`, { method: 'HEAD' });
  expect([preflight.status, probe.status, place.requests().length]).toEqual([204, 200, 0]);
  await gateway.close();
});

test('a fresh base URL leads to the same case', async () => {
  const gateway = await ScriptedGateway.open(startRunClock());
  const place = gateway.place(createRecorder(createExchangeIds()));
  place.answer(({ path }) => ({ body: { path } }));
  const urls = [place.freshBaseUrl(), place.freshBaseUrl()];
  for (const url of urls) expect(await (await fetch(`${url}/v1/models`)).json()).toEqual({ path: '/v1/models' });
  expect(new Set([place.baseUrl, ...urls]).size).toBe(3);
  expect(place.requests().map(({ path }) => path)).toEqual(['/v1/models', '/v1/models']);
  await gateway.close();
});

test('pieces that are cut are written apart, at whatever byte they are cut', async () => {
  const read: string[] = [];
  const pauses: (() => void)[] = [];
  const goOn = () => {
    if (read.length > paused) for (const go of pauses.splice(0)) go();
  };
  let paused = -1;
  // The pause behind a piece ends once that was read.
  const pause = () =>
    new Promise<void>((resolve) => {
      paused += 1;
      pauses.push(resolve);
      goOn();
    });
  const clock = { ...startRunClock(), pause };
  const gateway = await ScriptedGateway.open(clock);
  const place = gateway.place(createRecorder(createExchangeIds()));
  place.answer(() => ({ events: ['Zo\u00eb ', 'and all'], cutAt: () => [9, 3, 3, 0, 99] }));
  const { body } = await fetch(place.baseUrl);
  for await (const piece of body ?? []) {
    read.push(Buffer.from(piece).toString('latin1'));
    goOn();
  }
  expect(read).toEqual(['Zo\u00c3', '\u00ab and ', 'all']);
  await gateway.close();
});
