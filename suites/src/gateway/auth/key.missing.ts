import { controlServed, defineCheck, expectRefusal } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';

/** A plain request, and one that another request has been served for under the same Idempotency-Key. */
export default defineCheck({
  rule: 'auth.key.missing',
  ...every('a new request', 'a repeated request'),
  cases: 2,
  async decide(world, which) {
    const account = await world.account();
    const model = await account.usableModel();
    if (which === 'a new request') return expectUnauthorized(world, account.key.secret, model, []);
    const idempotencyKey = world.unique('key');
    const body = { model: model.id, messages: hello };
    controlServed(await account.key.chat(body, { idempotencyKey }));
    const headers = [['Idempotency-Key', idempotencyKey]] as const;
    const exchange = await world.send({ method: 'POST', path: '/v1/chat/completions', headers, body });
    expectRefusal(world, exchange, 'unauthorized');
  },
});
