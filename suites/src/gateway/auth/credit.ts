import { caution, codeOf, controlAccepted, defineCheck, expectRefusal } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

/** What is served with credit is refused without. */
function refused(rule: string, rows: readonly { readonly route: Submission; readonly stream?: boolean }[]) {
  return defineCheck({
    rule,
    ...every(...rows),
    cases: rows.length,
    async decide(world, { route, ...extra }) {
      const account = await world.account();
      const model = await account.usableModel(modalityOf[route]);
      controlAccepted(await submit(route, account.key, model));
      await account.setCredit(0);
      expectRefusal(world, await submit(route, account.key, model, extra), 'insufficient_credit');
    },
  });
}

const spentRequests = 6;

/** Credit ends by being spent, too; that a testbed's credit is spent at all is not promised, so this is only warned about. */
const chat = defineCheck({
  rule: 'auth.credit.chat',
  ...every('none', 'none, streamed', 'spent'),
  cases: 3,
  requestsPerCase: spentRequests,
  async decide(world, how) {
    if (how === 'spent') {
      const account = await world.account();
      const model = await account.model({ priceUsd: 1 });
      await account.setCredit(1.5);
      controlAccepted(await submit('chat', account.key, model));
      const codes = [];
      // When exactly the rest counts as none is open; long after it was spent, nothing is served.
      for (let sent = 1; sent < spentRequests; sent += 1) codes.push(codeOf(await submit('chat', account.key, model)));
      if (codes.at(-1) !== 'insufficient_credit') {
        caution(world, {
          expected: `402 insufficient_credit in the end, ${spentRequests} requests of 1 USD with a credit of 1.5 USD`,
          observed: codes.map((code) => code ?? 'served').join(', '),
        });
      }
      world.stated();
      return;
    }
    const account = await world.account();
    const model = await account.usableModel();
    controlAccepted(await submit('chat', account.key, model));
    await account.setCredit(0);
    const extra = how === 'none' ? {} : { stream: true };
    expectRefusal(world, await submit('chat', account.key, model, extra), 'insufficient_credit');
  },
});

/** Without credit nothing runs (Authentication, 6). */
export default [chat, refused('auth.credit.media', [{ route: 'image' }, { route: 'transcription' }])];
