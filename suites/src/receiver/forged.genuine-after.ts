import { controlVerifies, expectAcknowledged } from '../support/receiver/acknowledged.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';

/** A forger must not be able to spend an event id. */
export default receiverCheck('receiver.forged.genuine-after', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  await world.deliver({ event, secret: `whsec_${world.unique('nobody')}` });
  const exchange = await world.deliver({ event });
  expectAcknowledged(world, exchange, 'a genuine delivery after a forged one with its event id');
});
