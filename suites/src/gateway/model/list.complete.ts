import {
  type Account,
  caution,
  controlServed,
  defineCheck,
  type Exchange,
  expectThat,
  headerOf,
  NotArranged,
  objectOf,
  script,
  type World,
} from '@gateproof/harness';
import { hourMs, type ModelModality, modelModalities } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { hasRoute, idsIn } from '../../support/model-entries.ts';

const lookAgainMs = 500;

const complete = defineCheck({
  rule: 'model.list.complete',
  // A model of each modality, a page full of models, the list after another key has read its own, or one read before the model was made.
  ...every<'many' | 'after a restricted key' | 'read before' | 'in turn with another account' | ModelModality>(
    'many',
    'after a restricted key',
    'read before',
    'in turn with another account',
    ...modelModalities,
  ),
  async decide(world, how) {
    const account = await world.account();
    if (how === 'read before') return expectLaterModel(world, account);
    if (how === 'in turn with another account') return expectOwnInTurn(world, account, await world.account());
    const wanted: string[] = [(await account.usableModel()).id];
    if (how === 'many') {
      for (let count = 0; count < 30; count += 1) wanted.push((await account.model()).id);
    } else if (how === 'after a restricted key') {
      if (!world.has('keys')) throw new NotArranged('the testbed makes no restricted keys');
      const { key, forbidden } = await account.restrictedKey();
      controlServed(await key.models());
      wanted.push(forbidden.id);
    } else {
      // A model is one entry however many endpoints it has.
      wanted.push((await account.model({ modality: how, upstreams: [script(), script(), script()] })).id);
    }
    const looks = await Promise.all([1, 2, 3, 4].map(() => account.key.models()));
    for (const look of looks) controlServed(look);
    const missingIn = (look: Exchange) => wanted.filter((id) => !idsIn(look).includes(id));
    const exchange = looks.find((look) => missingIn(look).length > 0) ?? (looks[0] as Exchange);
    const missing = missingIn(exchange);
    const ids = new Set(idsIn(exchange));
    const finding = {
      expected: `${wanted.length} models that the key can use in the list`,
      observed: `${ids.size} models without ${missing.slice(0, 5).join(', ')}`,
      exchanges: [exchange.id],
    };
    // A page of the list is what freedom F018 warns about; of models that no route runs, freedom F017 says that they may be listed.
    const mayLack = how === 'many' || tellsOfMore(exchange) || (how !== 'after a restricted key' && !hasRoute(how));
    if (missing.length > 0 && mayLack) return caution(world, finding);
    expectThat(world, missing.length === 0, finding);
  },
});

/** Two accounts read the list in turn, and each finds its own model each time. */
async function expectOwnInTurn(world: World, ...accounts: readonly Account[]): Promise<void> {
  if (!world.has('accounts')) throw new NotArranged('the testbed makes no second account');
  const readers = [];
  for (const account of accounts) readers.push({ key: account.key, id: (await account.model()).id });
  for (const { key, id } of [...readers, ...readers]) {
    const exchange = await key.models();
    controlServed(exchange);
    expectThat(world, idsIn(exchange).includes(id) || tellsOfMore(exchange), {
      expected: `${id} in the list of its account, which reads it in turn with another account`,
      observed: `${idsIn(exchange).length} models without it`,
      exchanges: [exchange.id],
    });
  }
}

/** A model by its id, and the address of the target whose list is looked at. */
interface MadeModel {
  readonly id: string;
  readonly address: string;
}

/** A model that was made after the account had read its list, at every address. */
async function expectLaterModel(world: World, account: Account): Promise<void> {
  await account.usableModel();
  for (const address of world.addresses) controlServed(await account.key.models({ address }));
  const { id } = await account.model();
  for (const address of world.addresses) await expectListed(world, account, { id, address });
}

async function expectListed(world: World, account: Account, made: MadeModel): Promise<void> {
  const { id, address } = made;
  let exchange = await listedWithin(world, account, made);
  // A list may be kept for a while, by the real time or by the account's.
  if (!idsIn(exchange).includes(id) && world.has('clock')) {
    await account.advance(hourMs);
    exchange = await account.key.models({ address });
    controlServed(exchange);
  }
  const isListed = idsIn(exchange).includes(id);
  const finding = {
    expected: `${id}, which was made after the list had been read, in the list`,
    observed: `${idsIn(exchange).length} models without it`,
    exchanges: [exchange.id],
  };
  // Without a clock nobody waits as long as a list may be kept.
  if (!isListed && (tellsOfMore(exchange) || !world.has('clock'))) return caution(world, finding);
  expectThat(world, isListed, finding);
}

/** The first list with the model, or the last one that the run has patience for. */
async function listedWithin(world: World, account: Account, { id, address }: MadeModel): Promise<Exchange> {
  const beganMs = world.elapsedMs();
  for (;;) {
    const exchange = await account.key.models({ address });
    controlServed(exchange);
    const hasCome = idsIn(exchange).includes(id);
    const waitedMs = world.elapsedMs() - beganMs;
    if (hasCome || waitedMs >= world.patience.limitMs) {
      world.patience.learn(waitedMs, hasCome);
      return exchange;
    }
    await world.pause(lookAgainMs);
  }
}

function tellsOfMore(exchange: Exchange): boolean {
  const fields = Object.entries(objectOf(exchange) ?? {});
  return (
    headerOf(exchange, 'link') !== undefined ||
    fields.some(([name, value]) => /more|next|cursor|page/i.test(name) && Boolean(value))
  );
}

/** The list holds the models that the key can use (Model catalogue). */
export default [complete];
