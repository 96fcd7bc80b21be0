import {
  codeOf,
  controlRefusal,
  defineCheck,
  type Exchange,
  expectThat,
  type History,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { isFilledString } from '../../support/json.ts';
import { type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { beyondRate, usedUp, windowMs } from '../../support/rate-limits.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';
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
  if (codeOf(exchange) !== 'rate_limited') throw new NotExercised('an endpoint’s limit is reported under another code');
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

const rateLimited = defineCheck({
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

interface TypeSeen extends ErrorSeen {
  /** The types that came with the same code before. */
  readonly before: readonly string[];
}

function* typesSeen(history: History): Generator<TypeSeen> {
  const types = new Map<unknown, string[]>();
  for (const seen of errorsSeen(history)) {
    const { code, type } = seen.error ?? {};
    const before = types.get(code) ?? [];
    yield { ...seen, before };
    if (isFilledString(type)) types.set(code, [...before, type]);
  }
}

/** A type that differs for one code is one that freedom F021 warns about. */
const sameForCode = standingTable(typesSeen, {
  'error.type.same-for-code': ({ error, before }) => {
    if (!isFilledString(error?.code) || !isFilledString(error.type) || before.length === 0) return undefined;
    const other = before.find((type) => type !== error.type);
    const look = heldIf(other === undefined, `type ${other ?? ''} with code ${error.code}, as before`, error.type);
    return look !== undefined && look !== 'held' && 'broken' in look ? { doubtful: look.broken } : look;
  },
});

export default [rateLimited, sameForCode];
