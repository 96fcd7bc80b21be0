import {
  type Account,
  caution,
  controlAccepted,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  type Header,
  type Key,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { everyRange, loopbackKey } from '../../support/addresses.ts';
import { hello } from '../../support/chat-bodies.ts';
import { controlModelRead } from '../../support/control-model-read.ts';
import { every } from '../../support/every.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { controlJob, type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { expectServedTo } from '../../support/served-to.ts';
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

const claimedAddress = '192.0.2.10';
const claims: readonly Header[] = [
  ['X-Forwarded-For', claimedAddress],
  ['X-Real-IP', claimedAddress],
  ['Forwarded', `for=${claimedAddress}`],
];
/** What a proxy passes on that was called from one address by a caller who claims the other. */
const claimsThroughProxy: readonly Header[] = [
  ['X-Forwarded-For', `${claimedAddress}, 198.51.100.9`],
  ['Forwarded', `for=${claimedAddress}, for=198.51.100.9`],
];

/**
 * States that a key for other addresses does not let in who claims to come from one of them. A gateway that takes its
 * neighbours for its proxies believes the address that is named last, which is cautioned alone (freedom F156); one that a caller named
 * before a proxy did shows nothing.
 */
async function expectClaimRefused(
  world: World,
  account: Account,
  send: (by: Key, headers: readonly Header[]) => Promise<Exchange>,
): Promise<void> {
  controlAccepted(await send(account.key, claims));
  const elsewhere = await account.newKey({ ip_ranges: [`${claimedAddress}/32`] });
  expectRefusal(world, await send(elsewhere, claimsThroughProxy), 'forbidden');
  const claimed = await send(elsewhere, claims);
  if ((claimed.response?.status ?? 0) < 300)
    caution(world, {
      expected: 'a refusal with 403 forbidden, unless requests of this machine are known to come from a proxy',
      observed: `${describeAnswer(claimed)} for a request that says in its headers that it comes from ${claimedAddress}`,
      exchanges: [claimed.id],
    });
  expectRefusal(world, claimed, 'forbidden');
}

/** Ranges far from this machine, and ranges that end just beside its address. */
const chat = defineCheck({
  rule: 'auth.address.chat',
  ...every('elsewhere', 'beside', 'elsewhere, streamed', 'claimed', 'elsewhere, among others'),
  async decide(world, where) {
    const account = await world.account();
    const model = await account.usableModel();
    if (where === 'claimed')
      return expectClaimRefused(world, account, (by, headers) =>
        by.chat({ model: model.id, messages: hello }, { headers }),
      );
    const extra = where === 'elsewhere, streamed' ? { stream: true } : {};
    controlAccepted(await submit('chat', account.key, model, extra));
    if (where === 'beside') await loopbackKey(account, model);
    const key = await keyFor(world, where, account, model);
    expectRefusal(world, await submit('chat', key, model, extra), 'forbidden');
  },
});

const media = defineCheck({
  rule: 'auth.address.media',
  ...every<readonly [MediaRoute, 'elsewhere' | 'claimed']>(
    ['image', 'elsewhere'],
    ['transcription', 'elsewhere'],
    ['image', 'claimed'],
  ),
  async decide(world, [route, where]) {
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route] });
    if (where === 'claimed')
      return expectClaimRefused(world, account, (by, headers) => sendSubmission(by, model, {}, { headers }));
    controlAccepted(await submit(route, account.key, model));
    expectRefusal(world, await submit(route, await account.elsewhereKey(), model), 'forbidden');
  },
});

const read = defineCheck({
  rule: 'auth.address.read',
  ...every('models', 'model', 'job', 'cancel', 'models, claimed'),
  async decide(world, verb) {
    const account = await world.account();
    if (verb === 'models, claimed') return expectClaimRefused(world, account, (by, headers) => by.models({ headers }));
    const elsewhere = await account.elsewhereKey();
    if (verb === 'models') {
      controlAccepted(await account.key.models());
      return void expectRefusal(world, await elsewhere.models(), 'forbidden');
    }
    if (verb === 'model') {
      const { id } = await account.usableModel();
      await controlModelRead(account.key, id);
      return void expectRefusal(world, await elsewhere.model(id), 'forbidden');
    }
    const { id } = await holdJob(account);
    controlAccepted(await account.key.job(id));
    expectRefusal(world, await elsewhere[verb](id), 'forbidden');
    controlAccepted(await account.key[verb](id));
  },
});

/** The harness reaches a target over loopback or over any other network; these ranges hold every address between them. */
const everywhere = ['0.0.0.0/0', '::/0'];
/** Ranges of addresses reserved for documentation, which nobody speaks from. */
const elsewhere = ['192.0.2.0/24', '198.51.100.7/32', '2001:db8::/32'];

interface Ranges {
  readonly where: 'everywhere' | 'IPv4' | 'around us';
  readonly ranges: readonly string[];
}

/**
 * What is known of our address before ranges are tried: nothing, its family, or all of it. Those that every target can
 * be asked come first: a quick run gets no further than the fifth.
 */
const examples: readonly Ranges[] = [
  { where: 'everywhere', ranges: [...everywhere, ...elsewhere] },
  { where: 'everywhere', ranges: [...elsewhere, ...everywhere] },
  { where: 'IPv4', ranges: [...elsewhere, '0.0.0.0/0'] },
  ...everyRange.holding.map((range): Ranges => ({ where: 'around us', ranges: [range] })),
  { where: 'around us', ranges: [...everyRange.beside, '127.0.0.1/32'] },
];

function speaksIpv4({ baseUrl }: World): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(new URL(baseUrl).hostname);
}

const inside = defineCheck<Ranges>({
  rule: 'auth.address.inside',
  input: fc
    .shuffledSubarray([...everywhere, ...elsewhere], { minLength: 5 })
    .map((ranges): Ranges => ({ where: 'everywhere', ranges })),
  examples,
  // Enough of them for a target whose address is a name, and which sees us at an address that we can't know.
  cases: examples.length + 2,
  async decide(world, { where, ranges }) {
    const account = await world.account();
    const model = await account.usableModel();
    if (where === 'IPv4' && !speaksIpv4(world)) throw new NotArranged('the target has no IPv4 address in its URL');
    if (where === 'around us') await loopbackKey(account, model);
    const key = await account.newKey({ ip_ranges: ranges });
    const expectInside = (send: (by: Key) => Promise<Exchange>) => expectServedTo(world, key, account.key, send);
    await expectInside((by) => submit('chat', by, model));
    if (where !== 'everywhere') return;
    await expectInside((by) => submit('chat', by, model, { stream: true }));
    await expectInside((by) => by.models());
    await expectInside((by) => by.model(model.id));
    if (!world.has('models') || !world.has('upstreams') || !world.claims('jobs')) return;
    const image = await account.usableModel('image');
    await expectInside((by) => submit('image', by, image));
    const speech = await account.usableModel(modalityOf.transcription);
    await expectInside((by) => submit('transcription', by, speech));
    const { id } = controlJob(await submit('image', account.key, image), 'media.create.image');
    // A job that nobody can read says nothing about addresses.
    controlServed(await account.key.job(id), 'job.read.found');
    await expectInside((by) => by.job(id));
    const held = await holdJob(account);
    await expectInside((by) => by.cancel(held.id));
  },
});

/** A key whose IP ranges exclude this machine is refused where another key is let in (Authentication, 3). */
export default [chat, media, read, inside];
