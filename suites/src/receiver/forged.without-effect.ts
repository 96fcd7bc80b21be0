import { expectThat } from '@gateproof/harness';
import { controlGenuine } from '../support/receiver/acknowledged.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';

/** What was refused must not have happened. */
export default receiverCheck('receiver.forged.without-effect', async (world, type) => {
  await controlGenuine(world);
  const forged = [world.event(type), world.event(type), world.event(type)];
  const [wrongSecret, stale, unsigned] = forged;
  const anHourAgo = Math.floor(world.nowS()) - 3_600;
  if (wrongSecret !== undefined) await world.deliver({ event: wrongSecret, secret: `whsec_${world.unique('nobody')}` });
  if (stale !== undefined) await world.deliver({ event: stale, timestamp: anHourAgo });
  if (unsigned !== undefined) await world.deliver({ event: unsigned, signature: null });
  const sentinel = world.event();
  await world.deliver({ event: sentinel });
  const counts = await world.effects(
    forged.map(({ id }) => id),
    sentinel,
  );
  expectThat(
    world,
    counts.every((count) => count === 0),
    {
      expected: 'no effect of deliveries with a wrong secret, an old t or no signature',
      observed: `${counts.join(', ')} effects`,
    },
  );
});
