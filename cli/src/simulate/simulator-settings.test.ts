import { referenceBehaviour } from '@gateproof/simulator';
import { expect, test, vi } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { simulatorOptions } from './simulator-settings.ts';

const settings = { seed: 7, variations: [] };

vi.mock('./load-deviations.ts', () => ({
  loadDeviations: () => Promise.reject(new UsageError('npm install --save-dev @gateproof/deviations')),
}));

test('the reference needs no deviations', async () => {
  expect(await simulatorOptions(settings)).toEqual({ seed: '7', behaviour: referenceBehaviour });
});

test.each([{ deviation: 'auth.key.unknown' }, { variations: ['cors'] }])('%j needs them', async (change) => {
  await expect(simulatorOptions({ ...settings, ...change })).rejects.toThrow(
    'npm install --save-dev @gateproof/deviations',
  );
});
