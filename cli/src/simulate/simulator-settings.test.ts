import { referenceBehaviour } from '@gateproof/simulator';
import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { simulatorOptions } from './simulator-settings.ts';

const settings = { seed: 7, variations: [] };

const notInstalled = () => Promise.reject(new UsageError('npm install --save-dev @gateproof/deviations'));

test('the reference needs no deviations', async () => {
  expect(await simulatorOptions(settings, notInstalled)).toEqual({ seed: '7', behaviour: referenceBehaviour });
});

test.each([{ deviation: 'auth.key.unknown' }, { variations: ['cors'] }])('%j needs them', async (change) => {
  await expect(simulatorOptions({ ...settings, ...change }, notInstalled)).rejects.toThrow(
    'npm install --save-dev @gateproof/deviations',
  );
});
