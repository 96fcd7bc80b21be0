import { controlAccepted, defineCheck, expectRefusal } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

const ways = { chat: ['chat'], media: ['image', 'transcription'] } as const satisfies Record<
  string,
  readonly Submission[]
>;
const names = Object.keys(ways) as (keyof typeof ways)[];

/** One check per kind of request: what is served with credit is refused without. */
export default names.map((name) =>
  defineCheck({
    rule: `auth.credit.${name}`,
    ...every<Submission>(...ways[name]),
    cases: ways[name].length + 1,
    async decide(world, route) {
      const account = await world.account();
      const model = await account.usableModel(modalityOf[route]);
      controlAccepted(await submit(route, account.key, model));
      await account.setCredit(0);
      expectRefusal(world, await submit(route, account.key, model), 'insufficient_credit');
    },
  }),
);
