import { openGateway } from './gateway.fixture.ts';
import { openReceiver } from './receiver.fixture.ts';

const atOnce = 50;

/** A gateway with `count` deliveries whose first attempt has failed, and a receiver that takes the next ones. Close it. */
export async function openManyDeliveries(count: number) {
  const [gateway, receiver] = await Promise.all([openGateway(), openReceiver()]);
  const account = await gateway.account();
  const { url, connectTo: connect_to, ca } = receiver;
  await gateway.testbed('POST', `${account.path}/webhooks`, { url, connect_to, ca });
  receiver.state.status = 500;
  const submit = () => account.key.send('POST', '/v1/images/generations', { model: 'gateproof/image', prompt: 'x' });
  for (let made = 0; made < count; made += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, count - made) }, submit));
  }
  await receiver.received(count);
  receiver.state.status = 200;
  return {
    /** Moves the account's clock on. */
    advance: (ms: number) => account.advance(ms),
    /** The signed times of the second attempts, in seconds, in the order of their arrival. */
    times: () =>
      receiver.deliveries.slice(count).map(({ headers }) => Number(/t=(\d+)/.exec(`${headers['svc-signature']}`)?.[1])),
    close: () => Promise.all([gateway.close(), receiver.close()]),
  };
}
