import { type Account, defineCheck, expectThat, NotArranged } from '@gateproof/harness';
import fc from 'fast-check';

/** The secrets of a second endpoint, before and after a rotation; none where no second one can be registered. */
async function secretsOfAnother(account: Account): Promise<readonly string[]> {
  try {
    const other = await account.webhook({ path: '/other' });
    return [...other.secrets(), await other.rotate()];
  } catch (thrown) {
    if (thrown instanceof NotArranged) return [];
    throw thrown;
  }
}

export default defineCheck({
  rule: 'rotation.distinct-secret',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 2,
  describe: (rotations) => `${rotations} rotations`,
  async decide(world, rotations) {
    const account = await world.account();
    const webhook = await account.webhook();
    const secrets = [...webhook.secrets()];
    for (let made = 0; made < rotations; made += 1) secrets.push(await webhook.rotate());
    expectThat(world, new Set(secrets).size === secrets.length, {
      expected: `${secrets.length} different secrets after ${rotations} rotations`,
      observed: `${new Set(secrets).size} different ones`,
    });
    const others = await secretsOfAnother(account);
    expectThat(world, new Set([...secrets, ...others]).size === secrets.length + others.length, {
      expected: `${others.length} secrets of another endpoint that are none of these ${secrets.length}`,
      observed: `${new Set([...secrets, ...others]).size} different ones in all`,
    });
    await account.key.models();
  },
});
