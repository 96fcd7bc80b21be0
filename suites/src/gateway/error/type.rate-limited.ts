import {
  codeOf,
  controlRefusal,
  defineCheck,
  type Exchange,
  expectThat,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { beyondRate, usedUp, windowMs } from '../../support/rate-limits.ts';
import { saying } from '../../support/streams.ts';

type Limited = 'chat' | 'stream' | MediaRoute;

/** The rules that ask for the refusals. */
const refusalRules = {
  chat: 'limit.rate.refused-chat',
  stream: 'limit.rate.refused-stream',
  image: 'limit.rate.refused-media',
  transcription: 'limit.rate.refused-media',
  'an endpoint’s limit': 'error.upstream.rate-limited',
} as const;

/** The answer where an endpoint says that it has too many requests. */
async function endpointLimited(world: World): Promise<Exchange> {
  if (!world.has('models') || !world.has('upstreams')) throw new NotArranged('no endpoint of ours can be asked');
  const account = await world.account();
  const model = await account.model({ upstreams: [saying(['never'], { kind: 'rate-limited' })] });
  const exchange = await account.key.chat({ model: model.id, messages: hello });
  // Freedom F055; which other code it may be is for another rule.
  if (codeOf(exchange) !== 'rate_limited') throw new NotExercised('an endpoint’s limit is told under another code');
  return exchange;
}

/** The request after the only one that the rate allows: what counts may be the model's, or the route's. */
async function onceMore(world: World, what: Limited): Promise<Exchange> {
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
  ...every<Limited | 'an endpoint’s limit'>('chat', 'stream', 'image', 'transcription', 'an endpoint’s limit'),
  async decide(world, what) {
    const exchange =
      what === 'an endpoint’s limit' ? await endpointLimited(world) : await beyondRate(() => onceMore(world, what));
    const { type } = controlRefusal(exchange, 'rate_limited', refusalRules[what]);
    expectThat(world, type === 'rate_limit_error', {
      expected: 'type rate_limit_error with code rate_limited',
      observed: String(type),
      exchanges: [exchange.id],
    });
  },
});
