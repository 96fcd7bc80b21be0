import {
  codeOf,
  controlServed,
  controlThat,
  defineCheck,
  type Exchange,
  envelopeOf,
  expectEqualJson,
  expectRouteAnswer,
  expectThat,
  isObject,
  type JsonObject,
  mediaTypeOf,
  NotArranged,
  NotExercised,
  objectOf,
  show,
  type World,
} from '@gateproof/harness';
import { modelModalities } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { isFilledString } from '../../support/json.ts';
import { listsSeen } from '../../support/lists-seen.ts';
import { entriesIn, listedEntry } from '../../support/model-entries.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

async function readList(world: World) {
  const account = await world.account();
  const model = await account.servedModel();
  const exchange = await account.key.models();
  const data = objectOf(exchange)?.data;
  const ids = Array.isArray(data) ? data.flatMap((entry) => (isObject(entry) ? [entry.id] : [])) : [];
  return { account, model, exchange, ids };
}

const once = fc.constant('GET /v1/models');

/** The list of an account that has made a model or none yet, or of a key that may use none. */
async function listOf(world: World, holds: 'a model' | 'no models' | 'a set of none'): Promise<Exchange> {
  if (holds === 'a model') return (await readList(world)).exchange;
  const account = await world.account();
  if (holds === 'no models') return account.key.models();
  if (!world.has('keys')) throw new NotArranged('the testbed makes no restricted keys');
  // What an empty set means is up to the gateway: its list has all models, or none.
  return (await ifGranted(account.newKey({ models: [] }))).models();
}

const answered = defineCheck({
  rule: 'model.list.answered',
  ...every('a model', 'no models', 'a set of none'),
  async decide(world, holds) {
    const exchange = await listOf(world, holds);
    if (holds === 'a set of none' && exchange.response?.status !== 200)
      throw new NotExercised('a key whose set is empty is refused');
    expectRouteAnswer(world, exchange);
    const type = mediaTypeOf(exchange);
    expectThat(world, type === 'application/json', {
      expected: 'Content-Type application/json',
      observed: type === '' ? 'no Content-Type' : `Content-Type ${type}`,
      exchanges: [exchange.id],
    });
  },
});

/** The listed text models that are ours to ask. In a list without modalities that is the one known to serve chats. */
function textsIn(list: Exchange, served: string): readonly string[] {
  const entries = entriesIn(list);
  const hasModalities = entries.some(({ modality }) => modality !== undefined);
  // A catalogue may be one for all accounts: what other cases have made is theirs, and may be gone by now.
  const isOurs = (id: string) => id === served || !id.startsWith('gateproof/model-');
  const isText = ({ id, modality }: JsonObject) => (hasModalities ? modality === 'text' : id === served);
  const texts = entries.flatMap((entry) => (typeof entry.id === 'string' && isText(entry) ? [entry.id] : []));
  if (texts.length === 0) throw new NotArranged('no listed model is known to be a text model');
  return texts.filter(isOurs);
}

/** Broken models may stay in the list (freedom F135): what counts is that a listed one is neither forbidden nor unknown. */
const usable = defineCheck({
  rule: 'model.list.usable',
  input: once,
  cases: 1,
  async decide(world) {
    const { account, exchange } = await readList(world);
    controlServed(exchange);
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    for (const id of textsIn(exchange, model.id).slice(0, 6)) {
      const asked = await account.key.chat({ model: id, messages: hello, max_tokens: 5 });
      const code = codeOf(asked);
      const error = envelopeOf(asked);
      const isUnknown =
        code === 'no_endpoint_available' && !Array.isArray(error?.attempts) && asked.response?.status === 404;
      // One that is broken has no endpoint, and is a known model all the same (freedom F135).
      if (isUnknown && (await account.key.model(id)).response?.status === 200) continue;
      expectThat(world, code !== 'forbidden' && !isUnknown, {
        expected: `the listed model ${id} to be one that the key can ask`,
        observed: String(code),
        exchanges: [exchange.id, asked.id],
      });
    }
  },
});

const modality = defineCheck({
  rule: 'model.list.modality',
  ...every(...modelModalities),
  async decide(world, wanted) {
    const account = await world.account();
    const { id } = await account.model({ modality: wanted });
    const exchange = await account.key.models();
    controlServed(exchange);
    const entry = listedEntry(exchange, { id, modality: wanted });
    controlThat(entry.modality !== undefined, `the entry of ${id} has no modality`, 'model.field.modality.present');
    expectThat(world, entry.modality === wanted, {
      expected: `modality ${wanted} of the model ${id}`,
      observed: `modality ${show(entry.modality)}`,
      exchanges: [exchange.id],
    });
  },
});

const steady = defineCheck({
  rule: 'model.list.steady',
  input: once,
  cases: 1,
  async decide(world) {
    const { account, exchange } = await readList(world);
    controlServed(exchange);
    // Long enough for whoever reports the present second.
    await world.pause(1_050);
    const again = await account.key.models();
    controlServed(again);
    const later = new Map(entriesIn(again).map((entry) => [entry.id, entry]));
    const facts = ({ created, owned_by, modality: reported, pricing }: JsonObject) => ({
      ...{ created, owned_by, modality: reported, pricing },
    });
    for (const entry of entriesIn(exchange)) {
      const other = later.get(entry.id);
      if (other === undefined) continue;
      const what = `what the list says of ${String(entry.id)}, as a second before`;
      expectEqualJson(world, facts(entry), facts(other), what, { exchanges: [exchange.id, again.id] });
    }
  },
});

/** The form of every model list. */
const object = standingTable(listsSeen, {
  'model.list.object': ({ list }) => heldIf(list.object === 'list', '`object` of the list to be "list"', list.object),
  'model.list.data': ({ list }) =>
    heldIf(
      Array.isArray(list.data) && list.data.every(isObject),
      '`data` of the list to be an array of objects',
      list.data,
    ),
});

/** No model stands twice in a list. */
const unique = standingTable(listsSeen, {
  'model.list.unique': ({ list }) => {
    if (!Array.isArray(list.data)) return undefined;
    const ids = list.data.flatMap((entry) => (isObject(entry) && isFilledString(entry.id) ? [entry.id] : []));
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
    return heldIf(repeated === undefined, 'each id once in the list', `${repeated} more than once`);
  },
});

export default [answered, usable, modality, steady, object, unique];
