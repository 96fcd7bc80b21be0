import {
  besideControl,
  caution,
  codeOf,
  controlAnswer,
  controlServed,
  defineCheck,
  describeAnswer,
  expectAnswer,
  expectServed,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  objectOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, identityOf } from '../../support/idempotent-chat.ts';
import {
  expectJob,
  jobOf,
  type MediaRoute,
  mediaRoutes,
  routeFor,
  sendSubmission,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';
import { sameModels } from '../../support/same-models.ts';
import { shown } from '../../support/standing-table.ts';
import { modalityOf } from '../../support/submissions.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** The other account sends another body, or the same one, byte for byte. */
const accountChat = defineCheck({
  rule: 'idempotency.scope.account-chat',
  ...every<object | 'the same'>({}, { temperature: 0.5 }, 'the same'),
  cases: 4,
  async decide(world, difference) {
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
const accountMedia = defineCheck({
  rule: 'idempotency.scope.account-media',
  ...every(...mediaRoutes.flatMap((route) => [false, true].map((isSame) => ({ route, isSame })))),
  async decide(world, { route, isSame }: { readonly route: MediaRoute; readonly isSame: boolean }) {
    const [one, other] = [await world.account(), await world.account()];
    const idempotencyKey = world.unique('key');
    const [model, own] = isSame
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

/** Routes have keys of their own, or the second request is refused as a conflict (freedom F033). */
const chatAndMedia = defineCheck({
  rule: 'idempotency.scope.chat-and-media',
  input: fc.record({ route: fc.constantFrom<MediaRoute>('image', 'transcription'), chatFirst: fc.boolean() }),
  cases: 4,
  async decide(world, { route, chatFirst }) {
    const account = await world.account();
    const [text, media] = [await account.usableModel(), await mediaModel(account, route)];
    const idempotencyKey = world.unique('key');
    await submitJob(account.key, media);
    const chat = () => account.key.chat({ model: text.id, messages: hello }, { idempotencyKey });
    const submission = () => sendSubmission(account.key, media, {}, { idempotencyKey });
    const first = await (chatFirst ? chat() : submission());
    const second = await (chatFirst ? submission() : chat());
    const { status } = controlAnswer(second);
    const isJob = objectOf(second)?.object === 'job' || objectOf(second)?.state !== undefined;
    const isConflict = status === 409 && codeOf(second) === 'idempotency_conflict';
    const plain = () =>
      chatFirst ? sendSubmission(account.key, media) : account.key.chat({ model: text.id, messages: hello });
    await besideControl(
      () =>
        expectThat(world, isConflict || (status < 300 && isJob === chatFirst), {
          expected: `${chatFirst ? 'a Job' : 'a completion'} of its own, or 409 idempotency_conflict`,
          observed: isJob && !chatFirst ? 'the Job of the submission under the same key' : describeAnswer(second),
          exchanges: [first.id, second.id],
        }),
      async () => controlServed(await plain()),
    );
    controlFirstResult(chatFirst ? 'chat' : route, first, await (chatFirst ? chat() : submission()));
  },
});

const imageAndTranscription = defineCheck({
  rule: 'idempotency.scope.image-and-transcription',
  ...every<readonly [MediaRoute, 'the same body'?]>(
    ['image'],
    ['transcription'],
    ['image', 'the same body'],
    ['transcription', 'the same body'],
  ),
  async decide(world, [firstRoute, same]) {
    const account = await world.account();
    const otherRoute = firstRoute === 'image' ? 'transcription' : 'image';
    const [one, other] = [await mediaModel(account, firstRoute), await mediaModel(account, otherRoute)];
    if (same !== undefined) return sameBody(world, account.key, one, other);
    await submitJob(account.key, other);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, one, {}, { idempotencyKey });
    const second = await sendSubmission(account.key, other, {}, { idempotencyKey });
    const { status } = controlAnswer(second);
    const job = jobOf(second);
    const isConflict = status === 409 && codeOf(second) === 'idempotency_conflict';
    expectThat(world, isConflict || (job !== undefined && job.id !== first.id), {
      expected: 'a job of its own, or 409 idempotency_conflict',
      observed: job === undefined ? describeAnswer(second) : `the job ${first.id} of the other route`,
      exchanges: [first.exchange.id, second.id],
    });
    const again = await sendSubmission(account.key, one, {}, { idempotencyKey });
    controlFirstResult(firstRoute, first.exchange, again);
  },
});

/** What one route has accepted byte for byte is refused by the other, or makes a job of its own there. */
async function sameBody(world: World, key: Key, one: Model, other: Model): Promise<void> {
  const idempotencyKey = world.unique('key');
  const body = { ...other.inputs, ...one.inputs, model: one.id };
  const send = (route: MediaRoute) =>
    route === 'image' ? key.image(body, { idempotencyKey }) : key.transcription(body, { idempotencyKey });
  const first = await send(routeFor(one));
  const job = jobOf(first);
  if (job === undefined) throw new NotArranged('inputs of another model are refused here');
  const second = await send(routeFor(other));
  controlAnswer(second);
  expectThat(world, jobOf(second)?.id !== job.id, {
    expected: 'a refusal, or a job of its own',
    observed: `the job ${String(job.id)} of the other route`,
    exchanges: [first.id, second.id],
  });
  controlFirstResult(routeFor(one), first, await send(routeFor(one)));
}

/** On reads and cancels the header means nothing; a 400 for it is one that freedom F040 warns about. */
const readAndCancel = defineCheck({
  rule: 'idempotency.scope.read-and-cancel',
  ...every('job' as const, 'cancel' as const, 'models' as const),
  async decide(world, verb) {
    const account = await world.account();
    const idempotencyKey = world.unique('key');
    const model = await mediaModel(account, 'image');
    const used = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilFinal(world, account.key, used.id, 'job.outcome.succeeded');
    const other = await holdJob(account);
    const exchange = await (verb === 'models'
      ? account.key.models({ idempotencyKey })
      : account.key[verb](other.id, { idempotencyKey }));
    const { status } = expectAnswer(world, exchange);
    const exchanges = [used.exchange.id, exchange.id];
    controlFirstResult('image', used.exchange, await sendSubmission(account.key, model, {}, { idempotencyKey }));
    if (status === 400)
      caution(world, { expected: 'the header ignored', observed: describeAnswer(exchange), exchanges });
    const reported = jobOf(exchange)?.id;
    expectThat(world, status < 300 && (verb === 'models' ? reported === undefined : reported === other.id), {
      expected: verb === 'models' ? 'the model list' : `the job ${other.id} that was asked for`,
      observed: reported === used.id ? `the job ${used.id} that was submitted under the key` : describeAnswer(exchange),
      exchanges,
    });
  },
});

export default [accountChat, accountMedia, chatAndMedia, imageAndTranscription, readAndCancel];
