import {
  controlAnswer,
  controlRefused,
  defineCheck,
  describeAnswer,
  expectThat,
  type Header,
  NotArranged,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { controlKey, nobodysModel } from '../../support/refused-at.ts';
import { modelsOfRoutes } from '../../support/refused-everywhere.ts';
import { bearer, requestTo } from '../../support/routes.ts';

/** HTTP reads the names of headers in any letter case. */
const spellings: Readonly<Record<string, string>> = {
  'in lower case': 'authorization',
  'in capitals': 'AUTHORIZATION',
};

/** The account's first key, one that was made later, and one whose restrictions let everything pass, on every route; and a header whose name is written in lower case, or in capitals. */
export default defineCheck({
  rule: 'auth.key.accepted',
  ...every('first', 'second', 'with open restrictions', 'in lower case', 'in capitals'),
  async decide(world, which) {
    const account = await world.account();
    const models = await modelsOfRoutes(world, account);
    const model = await account.servedModel();
    await controlKey(account.key, model);
    const judged = model === undefined ? 'model-list' : 'chat';
    const unknown = requestTo(judged, model ?? nobodysModel(world), [bearer('sk-unknown')]);
    controlRefused(await world.send(unknown), 'auth.key.unknown');
    const isRestricted = which === 'with open restrictions';
    if (isRestricted && !world.has('keys')) throw new NotArranged('no key can be made');
    const restrictions = isRestricted ? await openRestrictions(world, account) : {};
    const isFirst = which === 'first' || which in spellings;
    const key = !isFirst && world.has('keys') ? await account.newKey(restrictions) : account.key;
    const header = (secret: string): Header => [spellings[which] ?? 'Authorization', `Bearer ${secret}`];
    for (const [route, asked] of models) {
      const exchange = await world.send(requestTo(route, asked, [header(key.secret)]));
      const { status } = controlAnswer(exchange);
      expectThat(world, status !== 401, {
        expected: `a request to ${exchange.request.url} with a valid key to be let in`,
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
    }
  },
});
