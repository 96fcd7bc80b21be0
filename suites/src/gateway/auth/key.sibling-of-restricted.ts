import {
  type Account,
  codeOf,
  controlAnswer,
  controlRefused,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectServedBeside,
  expectThat,
  type Key,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { submit } from '../../support/submissions.ts';

/** Another key than the restricted one: the account's first, or one that is made afterwards. */
const others = {
  'the first key': async (account: Account): Promise<Key> => account.key,
  'a later key': (account: Account): Promise<Key> => account.newKey(),
} as const;

/** What a key of the account is refused for, and another one is not. */
interface Restricted {
  readonly refused: Exchange;
  /** The rule that asks for the refusal. */
  readonly rule: string;
  ask(by: Key): Promise<Exchange>;
}

const restrictions: Readonly<Record<string, (account: Account) => Promise<Restricted>>> = {
  async 'a model set'(account) {
    const { key, forbidden } = await account.restrictedKey();
    const ask = (by: Key) => submit('chat', by, forbidden);
    return { refused: await ask(key), rule: 'auth.model.chat', ask };
  },
  async 'IP ranges'(account) {
    const model = await account.usableModel();
    const ask = (by: Key) => submit('chat', by, model);
    return { refused: await ask(await account.elsewhereKey()), rule: 'auth.address.chat', ask };
  },
  async 'an expiry'(account) {
    const model = await account.usableModel();
    const ask = (by: Key) => submit('chat', by, model);
    return { refused: await ask(await account.expiredKey()), rule: 'auth.key.expired', ask };
  },
};

/** Whether the wish is granted is another question (freedom F042): under a key without a policy it conflicts with none. */
async function expectNoConflict(world: World, account: Account, other: (account: Account) => Promise<Key>) {
  const wish = fragmentOf(world, 'looser_retention');
  const model = await account.usableModel();
  const ask = (by: Key) => submit('chat', by, model, wish);
  controlRefused(await ask(await account.policyKey()), 'auth.policy.retention-chat');
  const exchange = await ask(await other(account));
  controlAnswer(exchange);
  expectThat(world, codeOf(exchange) !== 'policy_conflict', {
    expected: 'no policy_conflict under a key without a policy, beside a key that has one',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

const rows = [...Object.keys(restrictions), 'a policy'].flatMap((what) =>
  (Object.keys(others) as (keyof typeof others)[]).map((which) => ({ what, which })),
);

/** A request is refused under a restricted key; the account's other keys are served the same (Authentication, 2, 3 and 5). */
export default defineCheck({
  rule: 'auth.key.sibling-of-restricted',
  ...every(...rows),
  describe: ({ what, which }) => `${which}, beside one with ${what}`,
  async decide(world, { what, which }) {
    const account = await world.account();
    const restrict = restrictions[what];
    if (restrict === undefined) return expectNoConflict(world, account, others[which]);
    const { refused, rule, ask } = await restrict(account);
    controlRefused(refused, rule);
    await expectServedBeside(world, await ask(await others[which](account)), async () => {
      const stranger = await world.account();
      return submit('chat', stranger.key, await stranger.usableModel());
    });
  },
});
