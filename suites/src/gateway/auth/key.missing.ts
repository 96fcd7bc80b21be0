import { controlServed, defineCheck, expectRefusal, expectThat, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';

/** A plain request, one that another request has been served for under the same Idempotency-Key, and ones with a key where none is asked for. */
export default defineCheck({
  rule: 'auth.key.missing',
  ...every('a new request', 'a repeated request', 'in another header', 'in the query'),
  cases: 4,
  async decide(world, which) {
    const account = await world.account();
    const model = await account.servedModel();
    const { secret } = account.key;
    if (which === 'a new request') return expectUnauthorized(world, secret, model, []);
    if (which === 'in another header') return expectUnauthorized(world, secret, model, [['X-Api-Key', secret]]);
    if (model === undefined) throw new NotArranged('no model serves a chat');
    const idempotencyKey = world.unique('key');
    const body = { model: model.id, messages: hello };
    if (which === 'in the query') {
      controlServed(await account.key.chat(body));
      const path = `/v1/chat/completions?api_key=${encodeURIComponent(secret)}`;
      const asked = await world.send({ method: 'POST', path, headers: [], body });
      const { status = 0 } = asked.response ?? {};
      // What the query is otherwise refused for is not this rule's.
      return expectThat(world, status < 200 || status >= 300, {
        expected: 'a request whose key stands in the query alone to be refused',
        observed: `status ${status}`,
        exchanges: [asked.id],
      });
    }
    controlServed(await account.key.chat(body, { idempotencyKey }));
    const headers = [['Idempotency-Key', idempotencyKey]] as const;
    const exchange = await world.send({ method: 'POST', path: '/v1/chat/completions', headers, body });
    expectRefusal(world, exchange, 'unauthorized');
  },
});
