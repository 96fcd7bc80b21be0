import {
  type Account,
  controlServed,
  defineCheck,
  expectThat,
  type Header,
  NotExercised,
  script,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { failing, serverError } from '../../support/held-jobs.ts';
import { chatUnder, isConflict } from '../../support/idempotent-chat.ts';

const times = fc.integer({ min: 1, max: 3 });

const noArguments = { type: 'object', properties: {} };
/** What a request may carry besides its conversation. */
const bodies: readonly object[] = [
  { temperature: 0.5, max_tokens: 20 },
  { models: [] },
  { provider: {} },
  { tools: [{ type: 'function', function: { name: 'look_up', parameters: noArguments } }] },
  { response_format: { type: 'json_object' } },
];

/** Keys that a careless gateway takes for none. They may have been used before on this target. */
const oddKeys = ['0', 'null', 'false', 'undefined', 'none', 'a'];

const meanwhiles = ['another body is refused', 'other keys are used', 'seconds pass'] as const;
type Meanwhile = (typeof meanwhiles)[number];

interface Repeat {
  readonly again: number;
  readonly extra: object;
  /** In place of a key of its own. */
  readonly key?: string;
  /** What happens in between. */
  readonly meanwhile?: Meanwhile;
  readonly how?: How;
}

/** A fallback model serves the first request, the model's second endpoint does, or it asks for metadata. */
const hows = ['a fallback', 'a second endpoint', 'metadata'] as const;
type How = (typeof hows)[number];

async function repeated(world: World, account: Account, how: How): Promise<void> {
  const broken = failing(serverError);
  const serving = await account.model(how === 'a second endpoint' ? { upstreams: [broken, script()] } : {});
  const asked = how === 'a fallback' ? await account.model({ upstreams: [broken] }) : serving;
  const body = how === 'a fallback' ? { models: [serving.id] } : {};
  const headers: readonly Header[] = how === 'metadata' ? [[serviceNames(world.prefix).metadataHeader, 'enabled']] : [];
  const key = world.unique('key');
  const send = () => chatUnder(account.key, asked, key, body, { headers });
  const first = await send();
  if (first.response?.status !== 200) throw new NotExercised('the first request was not served');
  const ids = [first.id, (await send()).id, (await chatUnder(account.key, asked, key, body)).id];
  const calls = serving.upstreams.at(-1)?.calls().length;
  expectThat(world, calls === 1, {
    expected: '1 call of the endpoint that served, because the key and the body are the same',
    observed: `${calls} calls`,
    exchanges: ids,
  });
}

/** Whatever happens between a request and the same one again; returns its exchanges. */
async function between(
  world: World,
  account: Account,
  { meanwhile, key }: { readonly meanwhile: Meanwhile; readonly key: string },
): Promise<readonly string[]> {
  if (meanwhile === 'seconds pass') {
    // Where a target forgets keys after minutes or hours, that is worth a warning only (freedom F035).
    if (world.has('clock')) await account.advance(10_000);
    return [];
  }
  const model = await account.model();
  const keys = meanwhile === 'other keys are used' ? Array.from({ length: 6 }, () => world.unique('other')) : [key];
  const exchanges = await Promise.all(keys.map((used) => chatUnder(account.key, model, used)));
  return exchanges.map(({ id }) => id);
}

/** Chat requests under one key, one after another. */
export default defineCheck<Repeat>({
  rule: 'idempotency.chat.one-generation',
  input: fc.record({ again: times, extra: fc.constant<object>({}) }),
  examples: [
    ...bodies.map((extra) => ({ again: 1, extra })),
    ...oddKeys.map((key) => ({ again: 1, extra: {}, key })),
    { again: 3, extra: {} },
    ...meanwhiles.map((meanwhile) => ({ again: 1, extra: {}, meanwhile })),
    ...hows.map((how) => ({ again: 1, extra: {}, how })),
  ],
  cases: bodies.length + oddKeys.length + meanwhiles.length + hows.length + 3,
  async decide(world, { again, extra, key: odd, meanwhile, how }) {
    const account = await world.account();
    if (how !== undefined) return repeated(world, account, how);
    const model = await account.model();
    const body = 'models' in extra ? { models: [(await account.model()).id] } : extra;
    const key = odd ?? world.unique('key');
    const first = await chatUnder(account.key, model, key, body);
    if (odd !== undefined && (isConflict(first) || model.upstreams[0]?.calls().length === 0))
      throw new NotExercised('the key is in use already');
    if (body === extra && Object.keys(extra).length === 0) controlServed(first);
    else if (first.response?.status !== 200) throw new NotExercised('such a body is not accepted');
    const ids = [first.id];
    if (meanwhile !== undefined) ids.push(...(await between(world, account, { meanwhile, key })));
    for (let count = 0; count < again; count += 1) ids.push((await chatUnder(account.key, model, key, body)).id);
    const calls = model.upstreams.reduce((sum, upstream) => sum + upstream.calls().length, 0);
    expectThat(world, calls === 1, {
      expected: '1 call of the endpoint, because the key and the body are the same',
      observed: `${calls} calls`,
      exchanges: ids,
    });
  },
});
