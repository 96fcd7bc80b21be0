import { defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';

export default defineCheck({
  rule: 'rotation.distinct-secret',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 2,
  async decide(world, rotations) {
    const account = await world.account();
    const webhook = await account.webhook();
    const secrets = [...webhook.secrets()];
    for (let made = 0; made < rotations; made += 1) secrets.push(await webhook.rotate());
    expectThat(world, new Set(secrets).size === secrets.length, {
      expected: `${secrets.length} different secrets after ${rotations} rotations`,
      observed: `${new Set(secrets).size} different ones`,
    });
    const other = await account.webhook({ path: '/other' }).catch(() => undefined);
    const others = other === undefined ? [] : [...other.secrets(), await other.rotate()];
    expectThat(world, new Set([...secrets, ...others]).size === secrets.length + others.length, {
      expected: `${others.length} secrets of another endpoint that are none of these ${secrets.length}`,
      observed: `${new Set([...secrets, ...others]).size} different ones in all`,
    });
    await account.key.models();
  },
});
