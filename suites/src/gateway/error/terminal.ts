import {
  type Account,
  type CallOptions,
  codeOf,
  controlAnswer,
  controlRefused,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  NotArranged,
  NotExercised,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import type { Message } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { keyedWithNotes } from '../../support/keyed-with-notes.ts';
import { sendSubmission } from '../../support/media-jobs.ts';
import { controlCode } from '../../support/reported-error.ts';
import { bearer } from '../../support/routes.ts';
import { keyWithoutCredit } from '../../support/without-credit.ts';

type Ask = (options?: CallOptions) => Promise<Exchange>;

/** A request that is refused for what it is. */
interface Refused {
  /** The rule that asks for the refusal. */
  readonly rule: string;
  prepare(world: World, account: Account): Promise<Ask>;
}

/** Words that no earlier case has sent: where no account can be made for a case, a target that remembers what it refused still takes them for the first. */
const freshHello = (world: World): readonly Message[] => [{ role: 'user', content: world.unique('hello') }];

/** A chat request with a defect. */
const chat = (rule: string, defect: object): Refused => ({
  rule,
  async prepare(world, account) {
    const model = await account.usableModel();
    const messages = freshHello(world);
    return (options) => account.key.chat({ model: model.id, messages, ...defect }, options);
  },
});

/** A submission with a defect. */
const submission = (rule: string, route: 'image' | 'transcription', defect: object): Refused => ({
  rule,
  async prepare(_world, account) {
    const model = await mediaModel(account, route);
    return (options) => sendSubmission(account.key, model, defect, options);
  },
});

/** A request that is larger than the target takes. */
const tooLarge = (route: 'chat' | 'image'): Refused => ({
  rule: route === 'chat' ? 'limit.body.refused-chat' : 'limit.body.refused-media',
  async prepare(world, account) {
    const limit = fragmentOf(world, 'body_limit_bytes');
    const model = await (route === 'chat' ? account.usableModel() : mediaModel(account, route));
    const words = route === 'chat' ? { messages: freshHello(world) } : { prompt: world.unique('a lighthouse') };
    const body = { ...model.inputs, model: model.id, ...words };
    const rawBody = JSON.stringify(body).padEnd(limit + 1_000);
    return async () => {
      const exchange = await account.key[route](undefined, {
        rawBody,
        headers: [['Content-Type', 'application/json']],
      });
      // The connection may be reset before the answer can be read (freedom F024).
      if (exchange.ending !== 'complete') throw new NotExercised('the answer could not be read whole');
      return exchange;
    };
  },
});

const refused = {
  messages: chat('chat.body.messages.type', { messages: 7 }),
  'unknown model': chat('chat.model.unknown', { model: 'gateproof/no-such-model' }),
  'max_tokens of a stream': chat('chat.body.max-tokens.type', { max_tokens: 'many', stream: true }),
  'image job': submission('media.body.provider.type', 'image', { provider: 'none' }),
  'transcription job': submission('media.body.models.type', 'transcription', { models: 7 }),
  'model that is read': {
    rule: 'model.get.unknown',
    async prepare(world, account) {
      const id = world.unique('gateproof/no-such-model');
      return () => account.key.model(id);
    },
  },
  'job that is read': {
    rule: 'job.read.unknown',
    async prepare(world, account) {
      const id = world.unique('job_nobody');
      return () => account.key.job(id);
    },
  },
  'job that is canceled': {
    rule: 'job.cancel.unknown',
    async prepare(world, account) {
      const id = world.unique('job_nobody');
      return () => account.key.cancel(id);
    },
  },
  'missing key': {
    rule: 'auth.key.missing',
    async prepare(world) {
      return () => world.send({ method: 'GET', path: '/v1/models' });
    },
  },
  'unknown key': {
    rule: 'auth.key.unknown',
    async prepare(world) {
      const request = { method: 'GET', path: '/v1/models', headers: [bearer(world.unique('sk-unknown'))] };
      return () => world.send(request);
    },
  },
  'model outside the set of a key': {
    rule: 'auth.model.chat',
    async prepare(world, account) {
      if (!world.has('keys')) throw new NotArranged('no restricted key can be made');
      const { key, forbidden } = await account.restrictedKey();
      const messages = freshHello(world);
      return (options) => key.chat({ model: forbidden.id, messages }, options);
    },
  },
  'key for other addresses': {
    rule: 'auth.address.chat',
    async prepare(world, account) {
      if (!world.has('keys')) throw new NotArranged('no key can be made for other addresses');
      const { id } = await account.usableModel();
      const key = await account.elsewhereKey();
      const messages = freshHello(world);
      return (options) => key.chat({ model: id, messages }, options);
    },
  },
  'key that has used up its cap': {
    rule: 'auth.cap.chat',
    async prepare(world, account) {
      if (!world.has('keys') || !world.has('models')) throw new NotArranged('no key can be made with a cap');
      const model = await account.model({ priceUsd: 1 });
      const key = await account.cappedKey(model);
      const messages = freshHello(world);
      return (options) => key.chat({ model: model.id, messages }, options);
    },
  },
  'looser retention than the policy of a key': {
    rule: 'auth.policy.retention-chat',
    async prepare(world, account) {
      const wish = world.fragments.looser_retention;
      if (wish === undefined) throw new NotArranged('the target names no fragment looser_retention');
      if (!world.has('keys')) throw new NotArranged('no key can be made with a policy');
      const { id } = await account.usableModel();
      const key = await account.policyKey();
      const messages = freshHello(world);
      return (options) => key.chat({ model: id, messages, ...wish }, options);
    },
  },
  'account without credit': {
    rule: 'auth.credit.chat',
    async prepare(world, account) {
      if (!world.has('credit')) throw new NotArranged('no account without credit is at hand');
      const model = await account.usableModel();
      const key = await keyWithoutCredit(world, account, [model.id]);
      const messages = freshHello(world);
      return (options) => key.chat({ model: model.id, messages }, options);
    },
  },
  'feature that is not offered': {
    rule: 'chat.feature.unsupported',
    async prepare(world, account) {
      const feature = fragmentOf(world, 'unsupported_feature');
      const { id } = await account.usableModel();
      const messages = freshHello(world);
      return async (options) => {
        const exchange = await account.key.chat({ model: id, messages, ...feature }, options);
        // Some gateways ignore what they do not offer (freedom F063).
        if (exchange.response?.status === 200) throw new NotExercised('the feature is not refused');
        return exchange;
      };
    },
  },
  'content that the endpoint refuses': {
    rule: 'chat.moderation.refused',
    async prepare(world, account) {
      if (!world.has('models') || !world.has('upstreams')) throw new NotArranged('no endpoint of ours can be used');
      const refusing = script(turn({ kind: 'default' }, { kind: 'moderation-refusal' }));
      const { id } = await account.model({ upstreams: [refusing] });
      const messages = freshHello(world);
      return async (options) => {
        const exchange = await account.key.chat({ model: id, messages }, options);
        // It may be reported as a failure of the endpoint (freedom F055), which need not come again.
        if (codeOf(exchange) === 'provider_unavailable') throw new NotExercised('the refusal is not terminal');
        return exchange;
      };
    },
  },
  'conversation that is too long': {
    rule: 'chat.context.too-long',
    async prepare(world, account) {
      if (!world.has('models')) throw new NotArranged('no model with a small context window can be made');
      const { id } = await account.model({ contextWindow: 100 });
      const body = { model: id, messages: [{ role: 'user', content: 'word '.repeat(200) }] };
      return (options) => account.key.chat(body, options);
    },
  },
  'body that is too large': tooLarge('chat'),
  'submission that is too large': tooLarge('image'),
  'used key under another body': {
    rule: 'idempotency.body.different-chat',
    async prepare(world, account) {
      const { id } = await account.usableModel();
      const options = { idempotencyKey: world.unique('key') };
      await account.key.chat({ model: id, messages: freshHello(world) }, options);
      return () => account.key.chat({ model: id, messages: [{ role: 'user', content: 'another' }] }, options);
    },
  },
  'finished job that is canceled': {
    rule: 'job.cancel-finished.succeeded',
    async prepare(world, account) {
      if (!world.has('models') || !world.has('upstreams')) throw new NotArranged('no job can be finished');
      const { id } = await finishedJob(world, account, 'succeeded');
      return () => account.key.cancel(id);
    },
  },
} satisfies Record<string, Refused>;

/** The code of a refusal that is terminal; what the table gives another kind may be answered otherwise when it comes again. */
function controlTerminal(exchange: Exchange, rule: string): string {
  controlRefused(exchange, rule);
  const code = controlCode(exchange);
  if ((errorTable.get(code)?.kind ?? 'terminal') !== 'terminal') throw new NotExercised(`${code} is not terminal`);
  return code;
}

export default defineCheck({
  rule: 'error.terminal.same-again',
  ...every(...(Object.keys(refused) as (keyof typeof refused)[])),
  async decide(world, what) {
    const { rule, prepare } = refused[what];
    const ask = await prepare(world, await world.account());
    const first = await ask();
    const code = controlTerminal(first, rule);
    for (const again of [await ask(), await ask()]) {
      controlAnswer(again);
      expectThat(world, codeOf(again) === code, {
        expected: `${describeAnswer(first)} again, because the request came again unchanged`,
        observed: describeAnswer(again),
        exchanges: [first.id, again.id],
      });
    }
    // What it says under a key, and to somebody who asks for notes, the standing rules judge.
    await ask(keyedWithNotes(world));
  },
});
