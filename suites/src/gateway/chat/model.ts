import {
  type Account,
  controlServed,
  defineCheck,
  describeAnswer,
  expectAnyRefusal,
  expectThat,
  isObject,
  NotArranged,
  objectOf,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import fc from 'fast-check';
import { assertUnlisted } from '../../support/assert-unlisted.ts';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { broken, namedModel } from '../../support/fallbacks.ts';
import { expectNamed } from '../../support/named-model.ts';

/** An endpoint that calls the model by a name of its own. */
const namingItself = script(turn({ kind: 'chat', tokens: ['hello'], model: 'internal-7b' }));

/** Requests for two models that run at the same time are each answered by their own. */
async function expectNamedApart(world: World, account: Account): Promise<void> {
  const models = [await account.model(), await account.model()];
  const asked = [...models, ...models];
  const exchanges = await Promise.all(asked.map(({ id }) => account.key.chat({ model: id, messages: hello })));
  for (const [place, exchange] of exchanges.entries()) {
    controlServed(exchange);
    const named = namedModel(exchange);
    // What the reply calls its model otherwise is looked at by itself.
    const allowed = [asked[place]?.id ?? '', ...(models.some(({ id }) => id === named) ? [] : [named ?? ''])];
    await expectNamed(world, account.key, { exchange, named, allowed });
  }
}

const echoed = defineCheck({
  rule: 'chat.model.echoed',
  ...every('its own name', 'another name', 'side by side'),
  cases: 4,
  async decide(world, says) {
    const account = await world.account();
    if (says === 'side by side') return expectNamedApart(world, account);
    const model = await (says === 'its own name' || !world.has('models') || !world.has('upstreams')
      ? account.usableModel()
      : account.model({ upstreams: [namingItself] }));
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    controlServed(exchange);
    await expectNamed(world, account.key, { exchange, named: namedModel(exchange), allowed: [model.id] });
  },
});

/** Ids of no form, too long ones, and ones that a store or a URL can't hold; made from the id of a model that serves. */
const malformed: Readonly<Record<string, (id: string) => string>> = {
  'one word': () => 'gpt4',
  nothing: () => '',
  'a slash': () => '/',
  'no slug': () => 'a/',
  'no author': () => '/b',
  'many parts': () => 'a/b/c/d',
  'a blank': () => ' ',
  'a path': () => '../x',
  'blanks within': () => 'a b/c',
  'the slug of a model': (id) => id.split('/').slice(1).at(-1) ?? '',
  '500 characters': (id) => `${id.split('/')[0]}/${'x'.repeat(500)}`,
  'a null character': (id) => `${id}\0`,
  'beyond ASCII': () => 'gateproof/größe-😀',
  'a percent sign': () => 'gateproof/100%zz',
  'a pattern': (id) => `${id.slice(0, -1)}_`,
  'a pattern of all ids': () => '%/%',
  'names of every object': () => 'constructor/name',
  'a prototype': () => '__proto__/toString',
};

const malformedCheck = defineCheck({
  rule: 'chat.model.malformed',
  ...every(...Object.keys(malformed)),
  async decide(world, which) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const id = malformed[which]?.(model.id);
    const exchange = await account.key.chat({ model: id, messages: hello });
    await assertUnlisted(account.key, id, exchange);
    expectAnyRefusal(world, exchange, ['no_endpoint_available', 'invalid_request']);
  },
});

/** Ids that no model has: unlike any, and like the one of a model that serves. */
const unknowns = {
  none: (_id: string, unique: string) => `gateproof/${unique}`,
  'a variant': (id: string, unique: string) => `${id}:${unique}`,
  'longer by a word': (id: string, unique: string) => `${id}-${unique}`,
  'the same slug': (id: string, unique: string) => `${unique}/${id.split('/').at(-1)}`,
  'a version': (id: string, unique: string) => `${id}@${unique}`,
  'the same author': (id: string, unique: string) => `${id.split('/')[0]}/${unique}`,
  'another author': (_id: string, unique: string) => `openai/${unique}`,
};
const names = Object.keys(unknowns) as (keyof typeof unknowns)[];
/** Those with characters that an id may not have at all, which makes it a malformed one (freedom F044). */
const oddlySpelled: ReadonlySet<keyof typeof unknowns> = new Set(['a variant', 'a version']);

const unknown = defineCheck({
  rule: 'chat.model.unknown',
  input: fc.record({ like: fc.constantFrom(...names), stream: fc.boolean() }),
  examples: names.map((like, place) => ({ like, stream: place % 2 === 1 })),
  cases: names.length,
  async decide(world, { like, stream }) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const unknown = unknowns[like](model.id, world.unique('no-such-model'));
    const exchange = await account.key.chat({ model: unknown, messages: hello, stream });
    const codes = ['no_endpoint_available', ...(oddlySpelled.has(like) ? ['invalid_request'] : [])];
    expectAnyRefusal(world, exchange, codes);
  },
});

/** A model of the modality: of our own, or, as a testbed need not make those whose routes are not shown, one that is listed. */
async function modelOf(account: Account, modality: ModelModality): Promise<string> {
  try {
    return (await account.model({ modality })).id;
  } catch (thrown) {
    if (modality === 'image' || modality === 'audio_stt') throw thrown;
    const listed = objectOf(await account.key.models())?.data;
    const entry = Array.isArray(listed)
      ? listed.filter(isObject).find((model) => model.modality === modality)
      : undefined;
    if (typeof entry?.id !== 'string') throw new NotArranged(`there is no ${modality} model`);
    return entry.id;
  }
}

/** Such a model among the fallback models does not serve either, whether the list is refused or the model passed over. */
async function expectNoFallbackTo(world: World, account: Account, modality: ModelModality): Promise<void> {
  if (!world.claims('fallback')) throw new NotArranged('the target has no fallback models');
  const [failing, spare] = [await account.model({ upstreams: [broken] }), await account.model()];
  const ask = (id: string) => account.key.chat({ model: failing.id, models: [id], messages: hello });
  controlServed(await ask(spare.id), 'fallback.cause.server-error');
  const exchange = await ask(await modelOf(account, modality));
  expectThat(world, (exchange.response?.status ?? 0) >= 400, {
    expected: `an error, because the only fallback model is one of modality ${modality}`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

const wrongModality = defineCheck({
  rule: 'chat.model.wrong-modality',
  ...every<{ readonly modality: ModelModality; readonly stream: boolean; readonly asFallback?: boolean }>(
    { modality: 'image', stream: false },
    { modality: 'audio_stt', stream: false },
    { modality: 'image', stream: true },
    { modality: 'image', stream: false, asFallback: true },
    { modality: 'embeddings', stream: false },
    { modality: 'video', stream: false },
    { modality: 'audio_tts', stream: false },
    { modality: 'music', stream: false },
  ),
  async decide(world, { modality, stream, asFallback }) {
    const account = await world.account();
    if (asFallback === true) return expectNoFallbackTo(world, account, modality);
    const text = await account.usableModel();
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    const model = await modelOf(account, modality);
    const exchange = await account.key.chat({ model, messages: hello, ...(stream ? { stream } : {}) });
    expectAnyRefusal(world, exchange, ['invalid_request', 'unsupported_capability', 'no_endpoint_available']);
  },
});

export default [echoed, malformedCheck, unknown, wrongModality];
