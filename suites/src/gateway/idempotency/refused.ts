import {
  type Account,
  controlAnswer,
  controlRefused,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectServed,
  expectThat,
  type Header,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, expectAgain, isConflict } from '../../support/idempotent-chat.ts';
import { expectJob, type MediaRoute, mediaRoutes, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { errorStatus, reportedError } from '../../support/reported-error.ts';
import { bearer, requestTo } from '../../support/routes.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import { type Submission, submit } from '../../support/submissions.ts';

/** What is wrong with a body, and the rule that asks for its refusal. */
interface Defect {
  readonly body: object;
  readonly rule: string;
}

const noSuchModel = { model: 'gateproof/no-such-model' };

const chatDefects: readonly Defect[] = [
  { body: { messages: 7 }, rule: 'chat.body.messages.type' },
  { body: { max_tokens: 'many' }, rule: 'chat.body.max-tokens.type' },
  { body: noSuchModel, rule: 'chat.model.unknown' },
];

const mediaDefects = mediaRoutes.flatMap((route): readonly (readonly [MediaRoute, Defect])[] => [
  [route, { body: { models: 7 }, rule: 'media.body.models.type' }],
  [route, { body: noSuchModel, rule: `media.model.unknown-${route}` }],
]);

const correctedBody = defineCheck<readonly [MediaRoute | 'chat', Defect]>({
  rule: 'idempotency.refused.corrected-body',
  input: fc.constantFrom(...chatDefects).map((defect) => ['chat', defect] as const),
  examples: mediaDefects,
  cases: 8,
  async decide(world, [route, { body, rule }]) {
    const account = await world.account();
    if (route !== 'chat') return correctedSubmission(world, account, route, { body, rule });
    const key = world.unique('key');
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    controlRefused(await chatUnder(account.key, model, key, body), rule);
    expectAgain(world, await chatUnder(account.key, model, key), 'a request that is served');
  },
});

/** A corrected submission is accepted, or refused as a conflict (freedom F031). */
async function correctedSubmission(world: World, account: Account, route: MediaRoute, defect: Defect): Promise<void> {
  const model = await mediaModel(account, route);
  const idempotencyKey = world.unique('key');
  await submitJob(account.key, model);
  controlRefused(await sendSubmission(account.key, model, defect.body, { idempotencyKey }), defect.rule);
  const exchange = await sendSubmission(account.key, model, {}, { idempotencyKey });
  if (isConflict(exchange)) return world.stated();
  expectJob(world, exchange, 'the corrected submission');
}

const modelAt = (account: Account, route: Submission): Promise<Model> =>
  route === 'chat' ? account.usableModel() : mediaModel(account, route);

/** Sends requests to the route that differ in what the body has besides, all under one key. */
function underOneKey(world: World, account: Account, route: Submission, model: Model) {
  const idempotencyKey = world.unique('key');
  return (extra: object = {}): Promise<Exchange> =>
    route === 'chat'
      ? chatUnder(account.key, model, idempotencyKey, extra)
      : sendSubmission(account.key, model, extra, { idempotencyKey });
}

/** A request that is refused for want of credit, and comes again while there is none. */
async function withoutCredit(world: World, account: Account, route: Submission): Promise<void> {
  if (!world.has('credit')) throw new NotArranged('the credit can not be set');
  const ask = underOneKey(world, account, route, await modelAt(account, route));
  await account.setCredit(0);
  const first = await ask();
  controlRefused(first, route === 'chat' ? 'auth.credit.chat' : 'auth.credit.media');
  expectRefusedAgain(world, first, await ask());
}

function expectRefusedAgain(world: World, first: Exchange, again: Exchange): void {
  const { status } = controlAnswer(again);
  expectThat(world, status >= 400 && status < 500, {
    expected: `a refusal again, as ${describeAnswer(first)}`,
    observed: describeAnswer(again),
    exchanges: [first.id, again.id],
  });
}

const sameBody = defineCheck<readonly [Submission, Defect | 'without credit']>({
  rule: 'idempotency.refused.same-body',
  input: fc.constantFrom(...chatDefects).map((defect) => ['chat', defect] as const),
  examples: [
    ...(['image', 'transcription', 'chat'] as const).map((route) => [route, 'without credit'] as const),
    ...mediaDefects,
  ],
  cases: 11,
  async decide(world, [route, defect]) {
    const account = await world.account();
    if (defect === 'without credit') return withoutCredit(world, account, route);
    const model = await modelAt(account, route);
    controlServed(await submit(route, account.key, model));
    const ask = underOneKey(world, account, route, model);
    const first = await ask(defect.body);
    controlRefused(first, defect.rule);
    expectRefusedAgain(world, first, await ask(defect.body));
  },
});

/** A key of the account that may not come from here is refused; its request holds the Idempotency-Key from nobody (freedom F031). */
async function expectFreeAfterForbidden(world: World, account: Account, model: Model, key: string): Promise<void> {
  if (!world.has('keys')) throw new NotArranged('no key can be made for other addresses');
  controlRefused(await chatUnder(await account.elsewhereKey(), model, key), 'auth.address.chat');
  expectServed(world, await chatUnder(account.key, model, key));
}

/** A submission under these headers, which authenticate nobody, holds the Idempotency-Key from no job either. */
async function expectFreeForJob(
  world: World,
  account: Account,
  route: MediaRoute,
  headers: readonly Header[],
): Promise<void> {
  const model = await mediaModel(account, route);
  const idempotencyKey = world.unique('key');
  await submitJob(account.key, model);
  const foreign = requestTo(route, model, [...headers, ['Idempotency-Key', idempotencyKey]]);
  const body = { ...Object(foreign.body), provider: {} };
  controlRefused(await world.send({ ...foreign, body }), `auth.route.${route}`);
  const exchange = await sendSubmission(account.key, model, {}, { idempotencyKey });
  expectJob(world, exchange, 'a submission under a key that only a refused request had');
}

const foreignKey = defineCheck({
  rule: 'idempotency.refused.foreign-key',
  ...every<readonly ['missing' | 'unknown' | 'restricted', MediaRoute?]>(
    ['missing'],
    ['unknown'],
    ['restricted'],
    ['missing', 'image'],
    ['unknown', 'transcription'],
    ['missing', 'transcription'],
  ),
  async decide(world, [door, route]) {
    const account = await world.account();
    const headersOf = () => (door === 'missing' ? [] : [bearer(world.unique('sk-unknown'))]);
    if (route !== undefined) return expectFreeForJob(world, account, route, headersOf());
    const model = await account.usableModel();
    const key = world.unique('key');
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    if (door === 'restricted') return expectFreeAfterForbidden(world, account, model, key);
    const body = { model: model.id, messages: [{ role: 'user', content: 'not the owner' }] };
    controlRefused(
      await world.send({
        method: 'POST',
        path: '/v1/chat/completions',
        headers: [...headersOf(), ['Idempotency-Key', key]],
        body,
      }),
      `auth.key.${door}`,
    );
    expectServed(world, await chatUnder(account.key, model, key));
  },
});

/** Whether an answer is a failure: an HTTP error, or a stream that ends in one. */
function isFailure(exchange: Exchange): boolean {
  return errorStatus(exchange) !== undefined || reportedError(exchange) !== undefined;
}

/** Whether a failure came again as it was. */
function isSameFailure(first: Exchange, again: Exchange): boolean {
  return (
    isFailure(again) &&
    errorStatus(again) === errorStatus(first) &&
    reportedError(again)?.code === reportedError(first)?.code
  );
}

interface FailedBefore {
  readonly stream: boolean;
  readonly isRepaired: boolean;
  /** The endpoint fails once it has said something. */
  readonly midway?: boolean;
}

const afterFailure = defineCheck<FailedBefore>({
  rule: 'idempotency.refused.after-failure',
  ...every<FailedBefore>(
    { stream: false, isRepaired: true },
    { stream: true, isRepaired: true },
    { stream: false, isRepaired: false },
    { stream: true, isRepaired: false },
    { stream: true, isRepaired: false, midway: true },
  ),
  async decide(world, { stream, isRepaired, midway }: FailedBefore) {
    const account = await world.account();
    const model = await account.model({
      upstreams: [
        midway === true
          ? saying(tokensOf('a', 5), { kind: 'cut-after', afterTokens: 2 })
          : saying(['never'], { kind: 'status', status: 500 }),
      ],
    });
    const key = world.unique('key');
    const first = await chatUnder(account.key, model, key, { stream });
    if (!isFailure(first)) throw new NotExercised('the first request did not fail');
    if (isRepaired) model.upstreams[0]?.script(saying(['served']));
    const again = await chatUnder(account.key, model, key, { stream });
    controlAnswer(again, [429, 503], midway === true ? 'stream.failure-cause.cut' : undefined);
    if (isSameFailure(first, again)) return world.stated();
    const wanted = `the same failure again (${describeAnswer(first)})`;
    if (isRepaired) return void expectAgain(world, again, `${wanted}, a request that is served`);
    // The endpoint fails as before: whatever the answer is, it is no success.
    expectThat(world, isFailure(again), {
      expected: `${wanted}, another failure, or 409 idempotency_conflict`,
      observed: describeAnswer(again),
      exchanges: [first.id, again.id],
    });
  },
});

export default [correctedBody, sameBody, foreignKey, afterFailure];
