import {
  type Account,
  controlServed,
  defineCheck,
  type Exchange,
  expectServed,
  expectThat,
  type Model,
  NotArranged,
  patienceMs,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, identityOf } from '../../support/idempotent-chat.ts';
import { expectJob, type MediaRoute, mediaRoutes, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { sameModels } from '../../support/same-models.ts';
import { shown } from '../../support/standing-table.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import { modalityOf } from '../../support/submissions.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** So many keys are used by both accounts at the same time. */
const keysAtOnce = 3;

/** Two accounts submit under one key at the same time, and again under the next one: each gets jobs of its own. */
async function expectJobsApart(world: World, route: MediaRoute): Promise<void> {
  const accounts = [await world.account(), await world.account()];
  const models = await Promise.all(accounts.map((account) => mediaModel(account, route)));
  for (let sent = 0; sent < keysAtOnce; sent += 1) {
    const idempotencyKey = world.unique('key');
    const exchanges = await Promise.all(
      models.map((model, place) => sendSubmission((accounts[place] as Account).key, model, {}, { idempotencyKey })),
    );
    const ids = exchanges.map(
      (exchange) => expectJob(world, exchange, 'a submission under a key that another account uses as well').id,
    );
    expectThat(world, new Set(ids).size === ids.length, {
      expected: 'a job of its own for each of two accounts that use one key at the same time',
      observed: `the job ${String(ids[0])} for both`,
      exchanges: exchanges.map(({ id }) => id),
    });
    const again = await sendSubmission((accounts[0] as Account).key, models[0] as Model, {}, { idempotencyKey });
    controlFirstResult(route, exchanges[0] as Exchange, again);
  }
}

/** A conversation under a key whose request of another account still runs is served all the same, by an endpoint of its own. */
async function expectServedBesideOther(world: World): Promise<void> {
  const [one, other] = [await world.account(), await world.account()];
  const held = await one.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'hang' })] });
  const own = await other.model();
  const key = world.unique('key');
  const first = chatUnder(one.key, held, key);
  if ((await held.upstreams[0]?.call(1)) === undefined)
    throw new SetupFailed('the first request did not reach our upstream', { prerequisite: 'chat.forward.once' });
  const second = chatUnder(other.key, own, key);
  await Promise.race([own.upstreams[0]?.call(1, patienceMs), second]);
  const calls = own.upstreams[0]?.calls().length;
  held.upstreams[0]?.release();
  const [finished, exchange] = [await first, await second];
  expectServed(world, exchange);
  expectThat(world, calls !== 0, {
    expected: "a call of the account's own endpoint, while another account's request runs under the same key",
    observed: 'no call',
    exchanges: [finished.id, exchange.id],
  });
  controlFirstResult('chat', finished, await chatUnder(one.key, held, key));
}

/** The other account sends another body, or the same one, byte for byte. */
const accountChat = defineCheck({
  rule: 'idempotency.scope.account-chat',
  ...every<object | 'the same' | 'at once'>({}, 'at once', { temperature: 0.5 }, 'the same'),
  async decide(world, difference) {
    if (difference === 'at once') return expectServedBesideOther(world);
    const [one, other] = [await world.account(), await world.account()];
    const key = world.unique('key');
    const isSame = difference === 'the same';
    const models = isSame ? await sameModels(one, other) : [await one.usableModel(), await other.usableModel()];
    const [model, own] = models;
    if (model === undefined || own === undefined) throw new NotArranged('two accounts can not have one model id');
    const first = await chatUnder(one.key, model, key);
    controlServed(first);
    const extra = isSame ? {} : (difference as object);
    controlServed(await other.key.chat({ model: own.id, messages: hello, ...extra }));
    const before = own.upstreams[0]?.calls().length;
    const second = await chatUnder(other.key, own, key, extra);
    expectServed(world, second);
    const ran = before === undefined || own.upstreams[0]?.calls().length === before + 1;
    const isTheirs = !isSame && shown(identityOf(first)) === shown(identityOf(second));
    expectThat(world, ran && !isTheirs, {
      expected: "a result of the account's own",
      observed: 'the result of another account under the same key',
      exchanges: [first.id, second.id],
    });
    controlFirstResult('chat', first, await chatUnder(one.key, model, key));
  },
});

/** The other account sends another body, or the same one, byte for byte. */
const accountMedia = defineCheck<readonly [MediaRoute, 'another body' | 'the same body' | 'at once']>({
  rule: 'idempotency.scope.account-media',
  ...every(
    ...(['at once', 'another body', 'the same body'] as const).flatMap((what) =>
      mediaRoutes.map((route) => [route, what] as const),
    ),
  ),
  async decide(world, [route, what]) {
    if (what === 'at once') return expectJobsApart(world, route);
    const [one, other] = [await world.account(), await world.account()];
    const idempotencyKey = world.unique('key');
    const [model, own] =
      what === 'the same body'
        ? await sameModels(one, other, modalityOf[route])
        : [await mediaModel(one, route), await mediaModel(other, route)];
    if (model === undefined || own === undefined) throw new NotArranged('two accounts can not have one model id');
    const first = await submitJob(one.key, model, {}, { idempotencyKey });
    await submitJob(other.key, own);
    const exchange = await sendSubmission(other.key, own, {}, { idempotencyKey });
    const job = expectJob(world, exchange, 'a submission under a key that another account has used');
    expectThat(world, job.id !== first.id, {
      expected: 'a job of its own',
      observed: `the other account's job ${first.id}`,
      exchanges: [first.exchange.id, exchange.id],
    });
    controlFirstResult(route, first.exchange, await sendSubmission(one.key, model, {}, { idempotencyKey }));
  },
});

export default [accountChat, accountMedia];
