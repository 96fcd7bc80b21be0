import {
  type Account,
  controlServed,
  defineCheck,
  expectServedBeside,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { idsIn } from '../../support/model-entries.ts';

/** Two keys of an account, each for a model of its own, read the list in turn. */
async function expectOwnInTurn(world: World): Promise<void> {
  const account = await world.account();
  const sets = [(await account.model()).id, (await account.model()).id];
  const keys = [];
  for (const id of sets) keys.push(await account.newKey({ models: [id] }));
  for (const [turn, key] of [...keys, ...keys].entries()) {
    const exchange = await key.models();
    controlServed(exchange);
    const foreign = sets[1 - (turn % 2)] ?? '';
    expectThat(world, !idsIn(exchange).includes(foreign), {
      expected: `a list without ${foreign}, which is in the set of another key that reads in turn`,
      observed: 'a list with it',
      exchanges: [exchange.id],
    });
  }
}

const restricted = defineCheck({
  rule: 'model.list.restricted',
  ...every('one', 'several', 'a longer id', 'in turn'),
  async decide(world, count) {
    if (count === 'in turn') return expectOwnInTurn(world);
    if (count === 'a longer id') {
      const account = await world.account();
      const { id } = await account.model();
      const { id: longer } = await account.model({ id: `${id}-mini` });
      if (longer !== `${id}-mini`) throw new NotArranged('the testbed chooses the ids of models');
      const exchange = await (await account.newKey({ models: [id] })).models();
      controlServed(exchange);
      return expectThat(world, !idsIn(exchange).includes(longer), {
        expected: `a list without ${longer}, which is outside the key's set`,
        observed: 'a list with it',
        exchanges: [exchange.id],
      });
    }
    if (count === 'several') {
      const { set, exchange } = await severalModels(world);
      controlServed(exchange);
      const outside = idsIn(exchange).filter((id) => !set.includes(id));
      return expectThat(world, outside.length === 0, {
        expected: "a list of nothing but the models of the key's set",
        observed: `a list with ${outside.slice(0, 5).join(', ')}`,
        exchanges: [exchange.id],
      });
    }
    const account = await world.account();
    const { key, allowed, forbidden } = await account.restrictedKey();
    // What the account's own key reads is not for the restricted one.
    controlServed(await account.key.models());
    const exchange = await key.models();
    controlServed(exchange);
    const ids = idsIn(exchange);
    expectThat(world, !ids.includes(forbidden.id), {
      expected: `a list without ${forbidden.id}, which is outside the key's set`,
      observed: `a list with it${ids.includes(allowed.id) ? '' : ', and without the allowed one'}`,
      exchanges: [exchange.id],
    });
  },
});

/** Models of several modalities, and a key for all of them but the last, which has the author of the others. */
async function severalModels(world: World) {
  const account = await world.account();
  const author = world.unique('gateproof');
  const modalities: readonly ModelModality[] = ['text', 'image', 'audio_stt', 'text', 'image'] as const;
  const made = [];
  for (const [place, one] of modalities.entries())
    made.push((await account.model({ modality: one, id: `${author}/m${place}` })).id);
  const set = made.slice(0, -1);
  return { set, exchange: await (await account.newKey({ models: set })).models() };
}

/** A key whose set names a model that is not there, beside one that is. */
async function keyBesideGone(world: World, account: Account): Promise<{ readonly key: Key; readonly allowed: Model }> {
  const allowed = await account.model();
  const gone = `${world.unique('gateproof')}/gone`;
  return { key: await ifGranted(account.newKey({ models: [allowed.id, gone] })), allowed };
}

const restrictedComplete = defineCheck({
  rule: 'model.list.restricted-complete',
  ...every('one', 'several', 'beside one that is gone'),
  async decide(world, count) {
    if (count === 'several') {
      const { set, exchange } = await severalModels(world);
      controlServed(exchange);
      const missing = set.filter((id) => !idsIn(exchange).includes(id));
      return expectThat(world, missing.length === 0, {
        expected: `all ${set.length} models of the key's set in the list`,
        observed: `a list without ${missing.join(', ')}`,
        exchanges: [exchange.id],
      });
    }
    const account = await world.account();
    const isBeside = count === 'beside one that is gone';
    const { key, allowed } = isBeside ? await keyBesideGone(world, account) : await account.restrictedKey();
    const exchange = await key.models();
    if (isBeside) await expectServedBeside(world, exchange, () => account.key.models());
    else controlServed(exchange);
    expectThat(world, idsIn(exchange).includes(allowed.id), {
      expected: `${allowed.id}, which is in the key's set, in the list`,
      observed: `a list of ${idsIn(exchange).length} models without it`,
      exchanges: [exchange.id],
    });
  },
});

/** What a restricted key lists (GET /v1/models). */
export default [restricted, restrictedComplete];
