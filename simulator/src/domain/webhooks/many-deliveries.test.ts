import { dayMs } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { openManyDeliveries } from '../../testing/many-deliveries.fixture.ts';

const count = 500;

test('a day with many pending deliveries settles, each made once, in the order in which they are due', async () => {
  const pending = await openManyDeliveries(count);
  await pending.advance(dayMs);
  const times = pending.times();
  expect(times).toHaveLength(count);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  await pending.close();
});
