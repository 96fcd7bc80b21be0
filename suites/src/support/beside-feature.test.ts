import { type Account, type Check, defineCheck, SetupFailed, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideFeature } from './beside-feature.ts';

/** A world that hands out accounts by number. */
function numberedWorld(): World {
  let made = 0;
  const account = async () => {
    made += 1;
    return { id: String(made) } as Account;
  };
  return { account } as unknown as World;
}

const checkOf = (decide: Check['decide']): Check =>
  defineCheck<unknown>({ rule: 'a.rule', input: fc.constant(1), decide });

test('a case goes on with the account that its control was shown on', async () => {
  const seen: string[] = [];
  const check = checkOf(async (world) => {
    seen.push((await world.account()).id, (await world.account()).id);
  });
  const [beside] = besideFeature([[check]], { 'a.rule': async (_world, { id }) => void seen.push(`control ${id}`) });
  await beside?.decide(numberedWorld(), 1);
  expect(seen).toEqual(['control 1', '1', '2']);
});

test('without the feature nothing is stated', async () => {
  const check = checkOf(async () => expect.fail('the case went on'));
  const [beside] = besideFeature([check], {
    'a.rule': async () => {
      throw new SetupFailed('no such feature', { prerequisite: 'a.feature' });
    },
  });
  await expect(beside?.decide(numberedWorld(), 1)).rejects.toThrow('no such feature');
});

test('a name that no check has is refused', () => {
  expect(() => besideFeature([], { 'a.rule': async () => undefined })).toThrow('no check decides a.rule');
});
