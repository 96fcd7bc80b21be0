import { defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

/** The harness reaches a target over loopback or over any other network; these ranges hold every address between them. */
const everywhere = ['0.0.0.0/0', '::/0'];
/** Ranges of addresses reserved for documentation, which nobody speaks from. */
const elsewhere = ['192.0.2.0/24', '198.51.100.7/32', '2001:db8::/32'];

export default defineCheck({
  rule: 'auth.address.inside',
  input: fc.shuffledSubarray([...everywhere, ...elsewhere], { minLength: 5 }),
  cases: 3,
  async decide(world, ranges) {
    const account = await world.account();
    const key = await account.newKey({ ip_ranges: ranges });
    expectServed(world, await submit('chat', key, await account.usableModel()));
  },
});
