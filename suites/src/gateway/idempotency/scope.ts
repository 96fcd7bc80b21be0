import {
  type Account,
  besideControl,
  type CallOptions,
  caution,
  codeOf,
  controlAccepted,
  controlAnswer,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnswer,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  NotExercised,
  objectOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { type HeldJob, holdJob, mediaModel } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, routeFor, sendSubmission, submitJob, untilFinal } from '../../support/media-jobs.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

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

type Verb = 'job' | 'cancel' | 'models';

/** On reads and cancels the header means nothing; a 400 for it is one that freedom F040 warns about. */
const readAndCancel = defineCheck({
  rule: 'idempotency.scope.read-and-cancel',
  ...every<Verb>('job', 'cancel', 'models'),
  async decide(world, verb) {
    const account = await world.account();
    const idempotencyKey = world.unique('key');
    const model = await mediaModel(account, 'image');
    const used = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilFinal(world, account.key, used.id, 'job.outcome.succeeded');
    const other = await holdJob(account);
    const ask = (id: string, options: CallOptions = { idempotencyKey }) =>
      verb === 'models' ? account.key.models(options) : account.key[verb](id, options);
    const exchange = await ask(other.id);
    const { status } = expectAnswer(world, exchange);
    const exchanges = [used.exchange.id, exchange.id];
    controlFirstResult('image', used.exchange, await sendSubmission(account.key, model, {}, { idempotencyKey }));
    // What is refused without the header too is not refused for it.
    if (status >= 300) controlAccepted(await ask(other.id, {}));
    if (status === 400)
      caution(world, { expected: 'the header ignored', observed: describeAnswer(exchange), exchanges });
    const reported = jobOf(exchange)?.id;
    expectThat(world, status < 300 && (verb === 'models' ? reported === undefined : reported === other.id), {
      expected: verb === 'models' ? 'the model list' : `the job ${other.id} that was asked for`,
      observed: reported === used.id ? `the job ${used.id} that was submitted under the key` : describeAnswer(exchange),
      exchanges,
    });
    await expectAnew(world, { account, verb, first: exchange, held: other, ask });
  },
});

interface AskedUnderKey {
  readonly account: Account;
  readonly verb: Verb;
  readonly first: Exchange;
  readonly held: HeldJob;
  ask(id: string): Promise<Exchange>;
}

/** The same under the same key, once something has changed, is answered as things are now. */
async function expectAnew(world: World, { account, verb, first, held, ask }: AskedUnderKey): Promise<void> {
  const shows = (expected: string, again: Exchange, hasChanged: boolean) =>
    expectThat(world, hasChanged, {
      expected,
      observed: `what the first request under the key was answered: ${describeAnswer(again)}`,
      exchanges: [first.id, again.id],
    });
  if (verb === 'models') {
    const { id } = await account.model();
    const lists = (exchange: Exchange) => JSON.stringify(objectOf(exchange)?.data ?? null).includes(JSON.stringify(id));
    // A new model may take its time to be listed at all.
    if (!lists(await account.key.models())) throw new NotExercised('a new model is not listed yet');
    const again = await ask('');
    return shows(`the model list with ${id}, as without the key`, again, lists(again));
  }
  if (verb === 'cancel') {
    const another = await holdJob(account);
    const again = await ask(another.id);
    return shows(`the job ${another.id} that was asked for`, again, jobOf(again)?.id === another.id);
  }
  held.release();
  const ended = await untilFinal(world, account.key, held.id, 'job.outcome.succeeded');
  const again = await ask(held.id);
  return shows(`state ${String(ended.job.state)}, as without the key`, again, jobOf(again)?.state === ended.job.state);
}

export default [chatAndMedia, imageAndTranscription, readAndCancel];
