import { controlServed, defineCheck, type Exchange, type Key, NotExercised, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { everyRange, loopbackKey } from '../../support/addresses.ts';
import { controlJob } from '../../support/media-jobs.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { submit } from '../../support/submissions.ts';

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

export default defineCheck<Ranges>({
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
    if (where === 'IPv4' && !speaksIpv4(world)) throw new NotExercised('the target has no IPv4 address in its URL');
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
    const { id } = controlJob(await submit('image', account.key, image), 'media.create.image');
    // A job that nobody can read says nothing about addresses.
    controlServed(await account.key.job(id), 'job.read.found');
    await expectInside((by) => by.job(id));
  },
});
