import { describeAnswer, expectAnswer, expectThat } from '@gateproof/harness';
import { controlGenuine } from '../support/receiver/acknowledged.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';

/** A refusal says that the request is at fault. */
export default receiverCheck('receiver.forged.refusal-status', async (world, type) => {
  await controlGenuine(world, type);
  const exchange = await world.deliver({ event: world.event(type), secret: `whsec_${world.unique('nobody')}` });
  const { status } = expectAnswer(world, exchange, [429, 503]);
  expectThat(world, status >= 400 && status < 500, {
    expected: 'a refused delivery to be answered with a 4xx',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
});
