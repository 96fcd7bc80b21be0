import {
  caution,
  controlAccepted,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  envelopeOf,
  expectAnyRefusal,
  expectRefusal,
  expectServed,
  expectThat,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { dayMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { controlJob, type MediaRoute, sendSubmission, submitJob, untilFinal } from '../../support/media-jobs.ts';
import {
  afterShortWindow,
  allowed,
  beyondRate,
  limitedBy,
  limitRate,
  untilLimited,
  usedUp,
  usedUpBy,
  windowMs,
} from '../../support/rate-limits.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

/** What a request beyond the limit holds besides. */
type More = 'a key' | 'a list' | 'a retry';

interface Refused {
  readonly requests: number;
  /** Default true. */
  readonly isValid?: boolean;
  /** Default: a minute. */
  readonly lastsMs?: number;
  readonly more?: More;
}

const keyIf = (world: World, more: More | undefined) =>
  more === 'a key' ? { idempotencyKey: world.unique('key') } : {};

function refused(rule: string, stream: boolean) {
  return defineCheck({
    rule,
    input: fc.record<Refused>({ requests: allowed }),
    examples: [
      // One that is invalid as well may be refused for either (freedom F042), but for one of them wholly.
      { requests: 1, isValid: false },
      // A limit of the day makes clients wait for hours, which the standing rules about waits judge.
      { requests: 1, lastsMs: dayMs },
      { requests: 1, more: 'a key' },
      { requests: 2, more: 'a list' },
    ],
    cases: 8,
    async decide(world, { requests, isValid = true, lastsMs = windowMs, more }) {
      const exchange = await beyondRate(async () => {
        const { account, body, model } = await usedUp(world, requests, stream, lastsMs);
        const asked = more === 'a list' ? { ...body, models: [model.id] } : body;
        return account.key.chat(isValid ? asked : { ...asked, messages: 7 }, keyIf(world, more));
      });
      expectAnyRefusal(world, exchange, isValid ? ['rate_limited'] : ['rate_limited', 'invalid_request']);
    },
  });
}

/** Where a request beyond the limit is served, there is no limit to speak of. */
function notReached({ id }: Exchange): SetupFailed {
  return new SetupFailed('the limit was not reached', { prerequisite: 'limit.rate.refused-chat', exchanges: [id] });
}

interface Limit {
  readonly requests: number;
  readonly route: Submission;
}

/** A limit of chats, and one for each kind of job. */
const ofEachKind: readonly Limit[] = [
  { requests: 2, route: 'chat' },
  { requests: 1, route: 'image' },
  { requests: 3, route: 'transcription' },
];
const limits = fc.record({ requests: allowed, route: fc.constant<Submission>('chat') });

/** Asks as often as the limit of a new account allows, up to the first refusal for the rate. */
async function askWithin(world: World, { requests, route }: Limit) {
  const { ask } = await limitedBy(world, route, requests);
  const within: Exchange[] = [];
  while (within.length < requests && within.at(-1)?.response?.status !== 429) within.push(await ask());
  return { ask, within, refused: within.find(({ response }) => response?.status === 429) };
}

const within = defineCheck({
  rule: 'limit.rate.within',
  input: limits,
  examples: ofEachKind,
  cases: 5,
  async decide(world, limit) {
    const { requests } = limit;
    const first = await askWithin(world, limit);
    // A limit of the target's own may have been met as well, which does not come at the same request of two accounts.
    const { ask, within, refused } = first.refused === undefined ? first : await askWithin(world, limit);
    for (const exchange of within.filter((one) => one !== refused)) controlServed(exchange);
    expectThat(world, refused === undefined, {
      expected: `request ${within.length} of ${requests} that the limit allows not to be refused for the rate`,
      observed: refused === undefined ? '' : describeAnswer(refused),
      exchanges: within.map(({ id }) => id),
    });
    const beyond = await untilLimited(ask, requests);
    if (beyond.response?.status !== 429) throw notReached(beyond);
  },
});

const recovers = defineCheck({
  rule: 'limit.rate.recovers',
  input: limits,
  examples: ofEachKind,
  cases: 4,
  async decide(world, { requests, route }) {
    const { account, ask } = await usedUpBy(world, route, requests);
    const atFirst = await untilLimited(ask, requests);
    if (atFirst.response?.status !== 429) throw notReached(atFirst);
    // In the middle of the window the wait left is another than the window, which the standing rules about waits judge.
    await account.advance(windowMs / 3);
    const limited = await ask();
    if (limited.response?.status !== 429) return void expectServed(world, limited);
    const reported = envelopeOf(limited)?.retry_after_ms;
    const waitMs = (typeof reported === 'number' ? reported : windowMs) + 1_000;
    await account.advance(waitMs);
    const retried = await ask();
    if (retried.response?.status !== 429) return void expectServed(world, retried);
    // A wait may be sent as a hint that is shorter than the wait is.
    await account.advance(Math.max(0, windowMs + 1_000 - waitMs));
    const late = await ask();
    if (late.response?.status !== 429) {
      expectServed(world, late);
      caution(world, {
        expected: 'to be served after the wait that was sent',
        observed: 'refused until the window had passed',
        exchanges: [limited.id, retried.id],
      });
    }
    // A window may be one of real time (freedom F023), which no move of a clock ends.
    expectServed(world, await afterShortWindow(world, route, requests));
  },
});

const otherAccount = defineCheck<Limit & { readonly isLimited: boolean }>({
  rule: 'limit.rate.other-account',
  input: fc.record({ requests: allowed, route: fc.constant<Submission>('chat'), isLimited: fc.boolean() }),
  examples: [
    ...ofEachKind.map((limit) => ({ ...limit, isLimited: true })),
    { requests: 2, route: 'chat', isLimited: false },
  ],
  cases: 5,
  async decide(world, { requests, route, isLimited }) {
    const { ask } = await usedUpBy(world, route, requests);
    const limited = await untilLimited(ask, requests);
    if (limited.response?.status !== 429) throw notReached(limited);
    const other = await world.account();
    const model = await other.usableModel(modalityOf[route]);
    if (isLimited) await other.setRateLimit({ requests, windowMs });
    expectServed(world, await submit(route, other.key, model));
  },
});

const refusedMedia = defineCheck({
  rule: 'limit.rate.refused-media',
  input: fc.record<{ readonly requests: number; readonly route: MediaRoute; readonly more?: More }>({
    requests: allowed,
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
  }),
  examples: [
    { requests: 1, route: 'image' },
    { requests: 2, route: 'transcription' },
    { requests: 1, route: 'image', more: 'a key' },
    { requests: 1, route: 'transcription', more: 'a key' },
    { requests: 1, route: 'image', more: 'a list' },
    { requests: 1, route: 'image', more: 'a retry' },
  ],
  cases: 7,
  async decide(world, { requests, route, more }) {
    const exchange = await beyondRate(async () => {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const extra =
        more === 'a list'
          ? { models: [model.id] }
          : more === 'a retry'
            ? { retry_of: (await finishedJob(world, account, 'failed', route)).id }
            : {};
      await limitRate(world, account, requests);
      for (let count = 0; count < requests; count += 1) await submitJob(account.key, model);
      return sendSubmission(account.key, model, extra, keyIf(world, more));
    });
    expectRefusal(world, exchange, 'rate_limited');
  },
});

const withoutEffect = defineCheck({
  rule: 'limit.rate.without-effect',
  ...every<readonly [Submission, object?]>(['chat'], ['chat', { stream: true }], ['image'], ['transcription']),
  caseLimitMs: 45_000,
  async decide(world, [route, extra]) {
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route] });
    await limitRate(world, account, 1);
    const ask = () => submit(route, account.key, model, extra);
    const first = await ask();
    controlAccepted(first);
    const [letIn, refused]: [Exchange[], Exchange[]] = [[first], []];
    // The window may just have turned (freedom F023), which it can't do twice in a row.
    for (let more = 0; more < 3 && refused.length < 2; more += 1) {
      const exchange = await ask();
      (exchange.response?.status === 429 ? refused : letIn).push(exchange);
    }
    if (refused.length < 2) throw notReached(letIn.at(-1) ?? first);
    await account.setRateLimit(null);
    letIn.push(await submit(route, account.key, model));
    for (const one of letIn) controlAccepted(one);
    // A job may wait for its turn as long as it likes (freedom F013).
    if (route !== 'chat') {
      for (const one of letIn)
        await untilFinal(world, account.key, controlJob(one, `media.create.${route}`).id, 'job.outcome.succeeded');
    }
    await model.upstreams[0]?.call(letIn.length, 2_000);
    const calls = model.upstreams[0]?.calls().length;
    expectThat(world, calls === letIn.length, {
      expected: `${letIn.length} calls of the endpoint, for the requests that were let in`,
      observed: `${calls} calls`,
      exchanges: refused.map(({ id }) => id),
    });
  },
});

export default [
  refusedMedia,
  withoutEffect,
  refused('limit.rate.refused-chat', false),
  refused('limit.rate.refused-stream', true),
  within,
  recovers,
  otherAccount,
];
