import {
  controlServed,
  defineCheck,
  type Exchange,
  expectThat,
  type Key,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { minuteMs } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { dataOf, deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { cancelForGood, holdJob, mediaModel, serverError } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, readUntilEnd, sendSubmission, untilState } from '../../support/media-jobs.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import { attemptsFor, deliveryFor, firstAttempt, listen, typeOf } from '../../support/webhooks.ts';
import { controlRefusedAs } from '../../support/without-effect.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

type Listening = Awaited<ReturnType<typeof listen>>;
type Act<Variant> = (world: World, listening: Listening, variant: Variant) => Promise<readonly Exchange[]>;

/** Requests that must send nothing, followed by a job whose event marks the moment. Jobs that were accepted all the same are their own business. */
function sendsNothing<const Variant>(rule: string, variants: readonly Variant[], act: Act<Variant>) {
  return defineCheck({
    rule,
    ...every(...variants),
    async decide(world, variant) {
      const listening = await listen(world);
      const exchanges = await act(world, listening, variant);
      const { job } = await firstAttempt(world, listening);
      if (world.has('clock')) await listening.account.advance(60_000);
      const known = new Set<unknown>([job.id, ...exchanges.map((exchange) => jobOf(exchange)?.id)]);
      const others = listening.webhook
        .deliveries()
        .filter((exchange) => !known.has(dataOf(deliveryOf(exchange, world.prefix))?.id ?? ''));
      expectThat(world, others.length === 0, {
        expected: "the marker job's event alone",
        observed: `${others.length} other deliveries`,
        exchanges: others.map(({ id }) => id),
      });
    },
  });
}

const refusedChats = (key: Key, world: World) => [
  key.chat({ model: world.unique('nobody/nothing'), messages: hello }),
  key.chat({ messages: 7 }),
];

const chatForms = ['in one reply', 'in a stream'] as const;
const noneForChat = sendsNothing('webhook.event.none-for-chat', chatForms, async (world, { account }, form) => {
  const stream = form === 'in a stream';
  const model = await account.model();
  const failing = await account.model({ upstreams: [saying(tokensOf('a', 2), { kind: 'status', status: 500 })] });
  controlServed(await account.key.chat({ model: model.id, messages: hello }));
  await account.key.chat({ model: model.id, messages: hello, stream });
  await account.key.chat({ model: failing.id, messages: hello, stream });
  await Promise.all(refusedChats(account.key, world));
  // No chat is a job.
  return [];
});

const noneForRefused = sendsNothing(
  'webhook.event.none-for-refused',
  ['fields', 'more fields', 'an unknown model', 'a conflict', 'no credit', 'a forbidden model', 'a rate limit'],
  async (world, { account }, what) => {
    const model = await mediaModel(account, 'image');
    const send = (extra: object, idempotencyKey?: string) =>
      sendSubmission(account.key, model, extra, idempotencyKey === undefined ? {} : { idempotencyKey });
    if (what === 'an unknown model') return [await send({ model: world.unique('nobody/nothing') })];
    if (what === 'a conflict') {
      const key = world.unique('key');
      return [await send({}, key), await send({ provider: {} }, key)];
    }
    if (what === 'a forbidden model') {
      if (!world.has('keys')) throw new NotArranged('no restricted key can be made');
      const { key, forbidden } = await account.restrictedKey('image');
      return [await sendSubmission(key, forbidden)];
    }
    if (what === 'a rate limit') {
      if (!world.has('rate-limit')) throw new NotArranged('no rate limit can be set');
      await account.setRateLimit({ requests: 1, windowMs: minuteMs });
      const sent = [await send({}), await send({}), await send({})];
      await account.setRateLimit(null);
      return sent;
    }
    if (what === 'no credit' && world.has('credit')) {
      await account.setCredit(0);
      const refused = await send({});
      await account.setCredit(100);
      return [refused];
    }
    return [await send(what === 'fields' ? { models: 'text' } : { retry_of: 7 }), await send({ provider: 7 })];
  },
);

const noneForRefusedCancel = defineCheck({
  rule: 'webhook.event.none-for-refused-cancel',
  ...every<readonly [EndState, MediaRoute]>(...endStates.map((state) => [state, 'image'] as const), [
    'succeeded',
    'transcription',
  ]),
  async decide(world, [state, route]) {
    const listening = await listen(world);
    const { job } = await firstAttempt(world, listening, { state, route });
    const refused = await listening.account.key.cancel(job.id);
    controlRefusedAs(refused, { status: 409, rule: `job.cancel-finished.${state}` });
    await firstAttempt(world, listening);
    const events = attemptsFor(world, listening.webhook, job.id);
    const ids = new Set(events.map(({ event }) => event?.id));
    expectThat(world, ids.size === 1 && events.every((delivery) => typeOf(delivery) === `job.${state}`), {
      expected: `job.${state} alone`,
      observed: events.map(typeOf).join(', '),
    });
  },
});

const noneForReplay = defineCheck({
  rule: 'webhook.event.none-for-replay',
  ...every<readonly [MediaRoute, EndState]>(['image', 'succeeded'], ['transcription', 'failed'], ['image', 'canceled']),
  async decide(world, [route, state]) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    const idempotencyKey = world.unique('key');
    const faults = state === 'failed' ? [serverError] : [];
    const { id, model, release, exchange: first } = await holdJob(account, { route, faults, idempotencyKey });
    if (state === 'canceled') await cancelForGood(world, account, { id, model });
    else release();
    if (state === 'failed') await readUntilEnd(world, account, id);
    await untilState(world, account.key, id, state);
    await deliveryFor(world, webhook, id);
    controlFirstResult(route, first, await sendSubmission(account.key, model, {}, { idempotencyKey }));
    await firstAttempt(world, listening);
    const ids = new Set(attemptsFor(world, webhook, id).map(({ event }) => event?.id));
    expectThat(world, ids.size <= 1, { expected: 'one event for the job', observed: `events ${[...ids].join(', ')}` });
  },
});

/** What sends no event (Events; Endpoints). */
export default [noneForChat, noneForRefused, noneForReplay, noneForRefusedCancel];
