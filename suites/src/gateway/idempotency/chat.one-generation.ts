import { type Account, controlServed, defineCheck, expectThat, NotExercised, type World } from '@gateproof/harness';
import fc from 'fast-check';
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
}

/** Whatever happens between a request and the same one again; tells its exchanges. */
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
  ],
  cases: bodies.length + oddKeys.length + meanwhiles.length + 3,
  async decide(world, { again, extra, key: odd, meanwhile }) {
    const account = await world.account();
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
