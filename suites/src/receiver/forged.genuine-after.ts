import { expectThat, NotExercised, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { controlVerifies, expectAcknowledged } from '../support/receiver/acknowledged.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';

/** How often the event had an effect; undefined where effects are out of sight. */
async function effectsOf(world: ReceiverWorld, event: WebhookEvent): Promise<number | undefined> {
  const sentinel = world.event();
  await world.deliver({ event: sentinel });
  try {
    return (await world.effects([event.id], sentinel))[0];
  } catch (thrown) {
    if (thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
}

/** A forger must not be able to spend an event id: the genuine delivery is acknowledged, and handled. */
export default receiverCheck('receiver.forged.genuine-after', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  await world.deliver({ event, secret: `whsec_${world.unique('nobody')}` });
  const exchange = await world.deliver({ event });
  expectAcknowledged(world, exchange, 'a genuine delivery after a forged one with its event id');
  const count = await effectsOf(world, event);
  expectThat(world, count === undefined || count > 0, {
    expected: 'an effect of a genuine delivery after a forged one with its event id',
    observed: 'none',
    exchanges: [exchange.id],
  });
});
