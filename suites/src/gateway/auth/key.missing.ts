import { controlServed, defineCheck, expectRefusal, expectThat, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';

/** Under which services commonly take a key. */
const names = ['api_key', 'key', 'access_token', 'token'];

/** A plain request, one that another request has been served for under the same Idempotency-Key, and ones with a key where none is asked for. */
export default defineCheck({
  rule: 'auth.key.missing',
  ...every('a new request', 'a repeated request', 'in another header', 'in the query', 'in the body'),
  async decide(world, which) {
    const account = await world.account();
    const model = await account.servedModel();
    const { secret } = account.key;
    if (which === 'a new request') return expectUnauthorized(world, secret, model, []);
    if (which === 'in another header') return expectUnauthorized(world, secret, model, [['X-Api-Key', secret]]);
    if (model === undefined) throw new NotArranged('no model serves a chat');
    const idempotencyKey = world.unique('key');
    const body = { model: model.id, messages: hello };
    if (which === 'in the query' || which === 'in the body') {
      controlServed(await account.key.chat(body));
      const keys = Object.fromEntries(names.map((name) => [name, secret]));
      const asked = await world.send(
        which === 'in the query'
          ? { method: 'POST', path: `/v1/chat/completions?${new URLSearchParams(keys)}`, headers: [], body }
          : { method: 'POST', path: '/v1/chat/completions', headers: [], body: { ...body, ...keys } },
      );
      const { status = 0 } = asked.response ?? {};
      // What such a request is otherwise refused for is not this rule's.
      return expectThat(world, status < 200 || status >= 300, {
        expected: `a request whose key stands ${which} alone to be refused`,
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
