import {
  type Account,
  codeOf,
  controlRefused,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnswer,
  expectServed,
  expectThat,
  type Model,
  NotExercised,
  streamOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, expectAgain, isConflict } from '../../support/idempotent-chat.ts';
import { expectJob, type MediaRoute, mediaRoutes, sendSubmission } from '../../support/media-jobs.ts';
import { bearer } from '../../support/routes.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import type { Submission } from '../../support/submissions.ts';

const defects = fc.constantFrom<object>({ messages: 7 }, { max_tokens: 'many' }, { model: 'gateproof/no-such-model' });

const mediaDefects = [{ models: 7 }, { model: 'gateproof/no-such-model' }];

const correctedBody = defineCheck<readonly [MediaRoute | 'chat', object]>({
  rule: 'idempotency.refused.corrected-body',
  input: defects.map((defect) => ['chat', defect] as const),
  examples: mediaRoutes.flatMap((route) => mediaDefects.map((defect) => [route, defect] as const)),
  cases: 8,
  async decide(world, [route, defect]) {
    const account = await world.account();
    const key = world.unique('key');
    if (route !== 'chat') return correctedSubmission(world, await mediaModel(account, route), account, defect);
    const model = await account.usableModel();
    controlRefused(await chatUnder(account.key, model, key, defect));
    expectAgain(world, await chatUnder(account.key, model, key));
  },
});

/** A corrected submission is accepted, or refused as a conflict (freedom F031). */
async function correctedSubmission(world: World, model: Model, account: Account, defect: object): Promise<void> {
  const idempotencyKey = world.unique('key');
  controlRefused(await sendSubmission(account.key, model, defect, { idempotencyKey }));
  const exchange = await sendSubmission(account.key, model, {}, { idempotencyKey });
  if (isConflict(exchange)) return world.stated();
  expectJob(world, exchange, 'the corrected submission');
}

/** A request that is refused for want of credit, and comes again while there is none. */
async function withoutCredit(world: World, account: Account, route: Submission): Promise<void> {
  if (!world.has('credit')) throw new NotExercised('the credit can not be set');
  const model = route === 'chat' ? await account.usableModel() : await mediaModel(account, route);
  const key = world.unique('key');
  const ask = () =>
    route === 'chat'
      ? chatUnder(account.key, model, key)
      : sendSubmission(account.key, model, {}, { idempotencyKey: key });
  await account.setCredit(0);
  const first = await ask();
  if (first.response?.status !== 402) throw new NotExercised('a request without credit is not refused');
  expectRefusedAgain(world, await ask());
}

function expectRefusedAgain(world: World, exchange: Exchange): void {
  const { status } = expectAnswer(world, exchange);
  expectThat(world, status >= 400 && status < 500, {
    expected: 'the same body to be refused again',
    observed: `status ${status}`,
    exchanges: [exchange.id],
  });
}

const sameBody = defineCheck<readonly [Submission, object | 'without credit']>({
  rule: 'idempotency.refused.same-body',
  input: defects.map((defect) => ['chat', defect] as const),
  examples: (['image', 'transcription', 'chat'] as const).map((route) => [route, 'without credit'] as const),
  cases: 7,
  async decide(world, [route, defect]) {
    const account = await world.account();
    if (defect === 'without credit') return withoutCredit(world, account, route);
    const model = await account.usableModel();
    const key = world.unique('key');
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    controlRefused(await chatUnder(account.key, model, key, defect));
    expectRefusedAgain(world, await chatUnder(account.key, model, key, defect));
  },
});

const foreignKey = defineCheck({
  rule: 'idempotency.refused.foreign-key',
  ...every('missing', 'unknown'),
  cases: 3,
  async decide(world, door) {
    const account = await world.account();
    const model = await account.usableModel();
    const key = world.unique('key');
    const headers = door === 'missing' ? [] : [bearer(world.unique('sk-unknown'))];
    const body = { model: model.id, messages: [{ role: 'user', content: 'not the owner' }] };
    controlRefused(
      await world.send({
        method: 'POST',
        path: '/v1/chat/completions',
        headers: [...headers, ['Idempotency-Key', key]],
        body,
      }),
      'auth.key.unknown',
    );
    expectServed(world, await chatUnder(account.key, model, key));
  },
});

/** The endpoint fails as before: whatever the answer is, it is no success. */
function expectFailure(world: World, exchange: Exchange): void {
  const failed = (exchange.response?.status ?? 0) >= 400 || streamOf(exchange).errorChunks.length > 0;
  expectThat(world, failed, {
    expected: 'another failure or 409 idempotency_conflict, the endpoint failing as before',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
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
  cases: 5,
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
    const code = codeOf(first);
    if (code === undefined && midway === true && streamOf(first).errorChunks.length === 0)
      throw new NotExercised('the stream that broke off told no failure');
    if (isRepaired) model.upstreams[0]?.script(saying(['served']));
    const exchange = await chatUnder(account.key, model, key, { stream });
    expectAnswer(world, exchange, [429, 503]);
    if (code !== undefined && codeOf(exchange) === code) return world.stated();
    if (!isRepaired) return expectFailure(world, exchange);
    expectAgain(world, exchange);
  },
});

export default [correctedBody, sameBody, foreignKey, afterFailure];
