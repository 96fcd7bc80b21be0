import {
  caution,
  codeOf,
  controlServed,
  controlThat,
  defineCheck,
  describeAnswer,
  expectAnyRefusal,
  expectRefusal,
  expectThat,
  isModelLike,
  type Key,
  objectOf,
  show,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { assertUnlisted } from '../../support/assert-unlisted.ts';
import { hello } from '../../support/chat-bodies.ts';
import { controlModelRead } from '../../support/control-model-read.ts';
import { every } from '../../support/every.ts';
import { streamWords } from '../../support/field-words.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { merge } from '../../support/submissions.ts';
import { usableId } from '../../support/usable-id.ts';

/** A path with more or fewer parts than that of a model may be none of the contract's, and then be refused as the target likes (freedom F046). */
async function expectNoModel(world: World, key: Key, id: string): Promise<void> {
  const exchange = await key.model(id);
  await assertUnlisted(key, id, exchange);
  const isModel = exchange.response?.status === 200 && isModelLike(objectOf(exchange) ?? {});
  expectThat(world, !isModel, {
    expected: `no model under ${id}, which is the id of none`,
    observed: `the model ${show(objectOf(exchange)?.id)}`,
    exchanges: [exchange.id],
  });
}

const oddlySpelled: ReadonlySet<string> = new Set(['a variant', 'a pattern of all slugs']);
const madeOfHalves: ReadonlySet<string> = new Set(['another author', 'slug alone', 'author alone']);

const unknown = defineCheck({
  rule: 'model.get.unknown',
  ...every(
    'gateproof/no-such-model',
    'a variant',
    'same author',
    'another author',
    'slug alone',
    'author alone',
    'beyond ASCII',
    'longer',
    'shorter',
    'deeper',
    'a pattern',
    'a pattern of all slugs',
    'names of every object',
  ),
  cases: 15,
  async decide(world, how) {
    const account = await world.account();
    const id = await usableId(account);
    await controlModelRead(account.key, id);
    if (how === 'beyond ASCII')
      return void expectAnyRefusal(world, await account.key.model(world.unique('gateproof/größe-漢字-😀')), [
        'model_not_found',
        'invalid_request',
      ]);
    const [author = '', ...parts] = id.split('/');
    const slug = parts.join('/');
    if (madeOfHalves.has(how)) controlThat(slug !== '', `the id ${id} has no slug`, 'model.field.id.slash');
    const others: Readonly<Record<string, string>> = {
      'slug alone': slug,
      'author alone': author,
      deeper: `${id}/${world.unique('no-such-model')}`,
    };
    const other = others[how];
    if (other !== undefined) return expectNoModel(world, account.key, other);
    const ids: Readonly<Record<string, string>> = {
      'same author': `${author}/${world.unique('no-such-model')}`,
      'another author': `${world.unique('nobody')}/${slug}`,
      longer: `${id}-x`,
      // What a database takes for any character or text, and what objects of JavaScript have by themselves.
      'a pattern': `${id.slice(0, -1)}_`,
      'a pattern of all slugs': `${author}/%`,
      'names of every object': 'constructor/name',
      'a variant': `${id}:${world.unique('none')}`,
      // What is left of a very short one is the path of the list.
      ...(/[^/]{2}$/.test(id) ? { shorter: id.slice(0, -1) } : {}),
    };
    const nobodys = ids[how] ?? world.unique('gateproof/no-such-model');
    const exchange = await account.key.model(nobodys);
    await assertUnlisted(account.key, nobodys, exchange);
    // An id may be refused for its characters as well.
    expectAnyRefusal(world, exchange, ['model_not_found', ...(oddlySpelled.has(how) ? ['invalid_request'] : [])]);
  },
});

const withoutSlash = defineCheck({
  rule: 'model.get.unknown-without-slash',
  ...every('nobody', 'gpt-4', 'no.such.model'),
  async decide(world, name) {
    const account = await world.account();
    const id = await usableId(account);
    await controlModelRead(account.key, id);
    const exchange = await account.key.send({ path: `/v1/models/${name}-${world.unique('x')}` });
    const code = codeOf(exchange);
    const status = exchange.response?.status;
    const isOtherPath = status === 404 && code !== undefined && !errorTable.has(code);
    // The slash is part of the path: without it the path may be none of the contract's, and the id is none of its form.
    if (isOtherPath || (status === 400 && code === 'invalid_request')) {
      const expected = 'a refusal with 404 model_not_found';
      return caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
    }
    expectRefusal(world, exchange, 'model_not_found');
  },
});

/** The document names presets in the code's condition alone; how one is named is the testbed's to say. */
const preset = defineCheck({
  rule: 'model.get.preset',
  ...every(false, true),
  describe: streamWords,
  async decide(world, stream) {
    const naming = fragmentOf(world, 'preset_without_model');
    const account = await world.account();
    const body = { model: (await account.usableModel()).id, messages: hello, stream };
    controlServed(await account.key.chat({ ...body, stream: false }));
    expectRefusal(world, await account.key.chat(merge(body, naming)), 'model_not_found');
  },
});

/** Ids of no model, read alone or named by a chat (Endpoints › GET /v1/models/{author}/{slug}). */
export default [preset, unknown, withoutSlash];
