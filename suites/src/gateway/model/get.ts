import {
  type Account,
  caution,
  codeOf,
  controlRefused,
  controlServed,
  controlThat,
  defineCheck,
  expectAnyRefusal,
  expectRouteAnswer,
  expectServedBeside,
  expectThat,
  headerOf,
  isObject,
  type Key,
  mediaTypeOf,
  modelPath,
  NotArranged,
  SetupFailed,
  show,
  type World,
} from '@gateproof/harness';
import { hourMs, type ModelModality } from '@gateproof/spec';
import fc from 'fast-check';
import { controlModelRead } from '../../support/control-model-read.ts';
import { every } from '../../support/every.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { entriesIn } from '../../support/model-entries.ts';
import { readerOf } from '../../support/reader-of.ts';
import { usableId } from '../../support/usable-id.ts';

const idEchoed = defineCheck({
  rule: 'model.get.id-echoed',
  input: fc.constant('a model of the list'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const id = await usableId(account);
    const exchange = await account.key.model(id);
    const model = controlServed(exchange);
    expectThat(world, model.id === id, {
      expected: `the model ${id}`,
      observed: `a model with the id ${show(model.id)}`,
      exchanges: [exchange.id],
    });
  },
});

const contentType = defineCheck({
  rule: 'model.get.content-type',
  input: fc.constant('a model of the list'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const exchange = await account.key.model(await usableId(account));
    controlServed(exchange);
    expectThat(world, mediaTypeOf(exchange) === 'application/json', {
      expected: 'Content-Type application/json',
      observed: headerOf(exchange, 'content-type') ?? 'no Content-Type',
      exchanges: [exchange.id],
    });
  },
});

const rawSlash = defineCheck({
  rule: 'model.get.raw-slash',
  input: fc.constant('a raw slash'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const id = await usableId(account);
    controlThat(id.includes('/'), `the id ${id} has no slash`, 'model.field.id.slash');
    const exchange = await account.key.send({ path: modelPath(id) });
    const encoded = { path: `/v1/models/${encodeURIComponent(id)}` };
    await expectServedBeside(world, exchange, () => account.key.send(encoded));
  },
});

async function isListed(key: Key, id: string): Promise<boolean> {
  const list = await key.models();
  controlServed(list);
  return entriesIn(list).some((entry) => entry.id === id);
}

/** A model that is made once its id was read in vain; that there was none may be remembered for a while. */
async function expectLaterModel(world: World, account: Account): Promise<void> {
  if (!world.has('models') || !world.has('clock')) throw new NotArranged('no model can be made, or no time can pass');
  const id = `${world.unique('gateproof')}/later`;
  controlRefused(await account.key.model(id), 'model.get.unknown');
  if ((await account.model({ id })).id !== id) throw new NotArranged('the testbed chooses the ids of models');
  const found = async () => (await account.key.model(id)).response?.status === 200;
  if (!(await found()) && !(await found())) await account.advance(hourMs);
  expectRouteAnswer(world, await account.key.model(id));
}

/** Listed models of each modality, one with a dot in its slug, as versions have, one with a colon, as variants have, one with capitals, and all models of a key's set. */
const listed = defineCheck({
  rule: 'model.get.listed',
  ...every<'dotted' | 'with a colon' | 'in capitals' | 'restricted' | 'read before' | ModelModality>(
    'text',
    'image',
    'audio_stt',
    'embeddings',
    'dotted',
    'with a colon',
    'in capitals',
    'restricted',
    'read before',
  ),
  async decide(world, how) {
    const account = await world.account();
    if (how === 'read before') return expectLaterModel(world, account);
    const set: string[] = [];
    let { key } = account;
    if (how === 'restricted') {
      if (!world.has('keys') || !world.has('models')) throw new NotArranged('the testbed makes no restricted keys');
      for (let count = 0; count < 3; count += 1) set.push((await account.model()).id);
      key = await account.newKey({ models: set });
    } else if (how === 'dotted') await account.model({ id: `${world.unique('gateproof')}/model-4.1` });
    else if (how === 'with a colon') await ifGranted(account.model({ id: `${world.unique('gateproof')}/model:free` }));
    else if (how === 'in capitals') await ifGranted(account.model({ id: `${world.unique('gateproof')}/Model-A` }));
    else await account.usableModel(how);
    const list = await key.models();
    controlServed(list);
    const entries = entriesIn(list).filter(({ id }) => typeof id === 'string');
    const prerequisite = how === 'restricted' ? 'model.list.restricted-complete' : 'model.list.complete';
    if (entries.length === 0 && !world.has('models')) throw new NotArranged('the list names no model');
    if (entries.length === 0) throw new SetupFailed('the list is empty', { prerequisite });
    const meant = entries.filter(({ id, modality }) => {
      if (how === 'restricted') return set.includes(String(id));
      if (how === 'dotted') return String(id).includes('.');
      if (how === 'with a colon') return String(id).includes(':');
      if (how === 'in capitals') return /[A-Z]/.test(String(id));
      // One that is listed without a modality can be read as well.
      return modality === how || (how === 'text' && modality === undefined);
    });
    const ids = meant.map(({ id }) => String(id));
    if (ids.length === 0) throw new NotArranged(`the list names no model that is ${how}`);
    for (const id of new Set([...ids.slice(0, 4), ...ids.slice(-3)])) {
      const exchange = await key.model(id);
      // Where models are everybody's, one may have gone meanwhile.
      if (codeOf(exchange) === 'model_not_found' && !(await isListed(key, id))) continue;
      expectRouteAnswer(world, exchange);
    }
  },
});

interface InputsRead {
  readonly modality: 'image' | 'audio_stt';
  readonly restricted: boolean;
}

const inputs = defineCheck<InputsRead>({
  rule: 'model.get.inputs',
  ...every<InputsRead>(
    { modality: 'image', restricted: false },
    { modality: 'audio_stt', restricted: false },
    { modality: 'image', restricted: true },
    { modality: 'audio_stt', restricted: true },
  ),
  async decide(world, { modality, restricted }) {
    const account = await world.account();
    const { id } = await account.model({ modality });
    const reader = await readerOf(world, account, restricted ? id : undefined);
    const complete = restricted ? 'model.list.restricted-complete' : 'model.list.complete';
    const { model, exchange } = await controlModelRead(reader, id, complete);
    expectThat(world, isObject(model.inputs) && Object.keys(model.inputs).length > 0, {
      expected: `the inputs that the ${modality} model accepts`,
      observed: `the inputs ${show(model.inputs)}`,
      exchanges: [exchange.id],
    });
  },
});

/** 403 or 404 are both right; naming the model is one that freedom F043 warns about. */
const forbidden = defineCheck({
  rule: 'model.get.forbidden',
  input: fc.constant('a model outside the set'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const { key, allowed, forbidden: outside } = await account.restrictedKey();
    await controlModelRead(key, allowed.id, 'model.list.restricted-complete');
    const exchange = await key.model(outside.id);
    if (exchange.response?.status === 200) {
      caution(world, {
        expected: '403 forbidden or 404 model_not_found',
        observed: 'the model',
        exchanges: [exchange.id],
      });
    }
    expectAnyRefusal(world, exchange, ['forbidden', 'model_not_found']);
  },
});

/** Models read alone that exist, for the reading key or for others (Endpoints › GET /v1/models/{author}/{slug}). */
export default [idEchoed, contentType, rawSlash, listed, inputs, forbidden];
