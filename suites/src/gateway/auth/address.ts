import {
  type Account,
  controlAccepted,
  defineCheck,
  expectRefusal,
  type Key,
  type Model,
  type World,
} from '@gateproof/harness';
import { everyRange, loopbackKey } from '../../support/addresses.ts';
import { every } from '../../support/every.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { type MediaRoute, mediaRoutes } from '../../support/media-jobs.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { modalityOf, submit } from '../../support/submissions.ts';

/** A key that lets nobody in from here; among others, with restrictions of other kinds that let the request pass. */
async function keyFor(world: World, where: string, account: Account, model: Model): Promise<Key> {
  if (where === 'beside') return account.newKey({ ip_ranges: everyRange.beside });
  if (where !== 'elsewhere, among others') return account.elsewhereKey();
  return account.newKey({
    ...(await openRestrictions(world, account)),
    models: [model.id],
    ip_ranges: ['192.0.2.0/24'],
  });
}

/** Ranges far from this machine, and ranges that end just beside its address. */
const chat = defineCheck({
  rule: 'auth.address.chat',
  ...every('elsewhere', 'beside', 'elsewhere, streamed', 'elsewhere, among others'),
  async decide(world, where) {
    const account = await world.account();
    const model = await account.usableModel();
    const extra = where === 'elsewhere, streamed' ? { stream: true } : {};
    controlAccepted(await submit('chat', account.key, model, extra));
    if (where === 'beside') await loopbackKey(account, model);
    const key = await keyFor(world, where, account, model);
    expectRefusal(world, await submit('chat', key, model, extra), 'forbidden');
  },
});

const media = defineCheck({
  rule: 'auth.address.media',
  ...every<MediaRoute>(...mediaRoutes),
  async decide(world, route) {
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route] });
    controlAccepted(await submit(route, account.key, model));
    expectRefusal(world, await submit(route, await account.elsewhereKey(), model), 'forbidden');
  },
});

const read = defineCheck({
  rule: 'auth.address.read',
  ...every('models', 'model', 'job', 'cancel'),
  async decide(world, verb) {
    const account = await world.account();
    const elsewhere = await account.elsewhereKey();
    if (verb === 'models') {
      controlAccepted(await account.key.models());
      return void expectRefusal(world, await elsewhere.models(), 'forbidden');
    }
    if (verb === 'model') {
      const { id } = await account.usableModel();
      controlAccepted(await account.key.model(id));
      return void expectRefusal(world, await elsewhere.model(id), 'forbidden');
    }
    const { id } = await holdJob(account);
    controlAccepted(await account.key.job(id));
    expectRefusal(world, await elsewhere[verb](id), 'forbidden');
    controlAccepted(await account.key[verb](id));
  },
});

/** A key whose IP ranges exclude this machine is refused where another key is let in (Authentication, 3). */
export default [chat, media, read];
