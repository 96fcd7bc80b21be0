import { type Account, defineCheck, NotArranged, NotExercised, type World } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { bearer, requestTo } from '../../support/routes.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

/** A secret that opens nothing; undefined: none at all. */
async function secretOf(world: World, account: Account, door: string): Promise<string | undefined> {
  if (door === 'missing') return undefined;
  if (door.startsWith('unknown')) return world.unique('sk-unknown');
  if (!world.has('keys')) throw new NotArranged('no keys can be made');
  return (door === 'deleted' ? await account.deletedKey() : await account.expiredKey()).secret;
}

export default defineCheck({
  rule: 'auth.key.refused-without-effect',
  ...every('missing', 'unknown', 'unknown, streamed', 'deleted', 'expired'),
  async decide(world, door) {
    const account = await world.account();
    const model = await account.model();
    const secret = await secretOf(world, account, door);
    const request = requestTo('chat', model, secret === undefined ? [] : [bearer(secret)]);
    const body = { model: model.id, messages: hello, ...(door === 'unknown, streamed' ? { stream: true } : {}) };
    const refused = await world.send({ ...request, body });
    // A deleted key may go on for a while (freedom F019); how long is judged by its own rule.
    if (door === 'deleted' && refused.response?.status === 200) throw new NotExercised('the deleted key works still');
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused], {
      status: 401,
      rule: `auth.key.${door.split(',')[0]}`,
    });
  },
});
