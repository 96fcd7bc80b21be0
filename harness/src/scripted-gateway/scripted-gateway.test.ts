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
