import { defineCheck, type Exchange, expectRefusal, expectThat, type World } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { beyondRate, usedUp, windowMs } from '../../support/rate-limits.ts';

/** The request after the only one that the rate allows: what counts may be the model's, or the route's. */
async function onceMore(world: World, what: 'chat' | 'stream' | MediaRoute): Promise<Exchange> {
  if (what === 'chat' || what === 'stream') {
    const { account, body } = await usedUp(world, 1, what === 'stream');
    return account.key.chat(body);
  }
  const account = await world.account();
  const model = await mediaModel(account, what);
  await account.setRateLimit({ requests: 1, windowMs });
  await sendSubmission(account.key, model);
  return sendSubmission(account.key, model);
}

export default defineCheck({
  rule: 'error.type.rate-limited',
  ...every<'chat' | 'stream' | MediaRoute>('chat', 'stream', 'image', 'transcription'),
  cases: 4,
  async decide(world, what) {
    const exchange = await beyondRate(() => onceMore(world, what));
    const { type } = expectRefusal(world, exchange, 'rate_limited');
    expectThat(world, type === 'rate_limit_error', {
      expected: 'type rate_limit_error with code rate_limited',
      observed: String(type),
      exchanges: [exchange.id],
    });
  },
});
