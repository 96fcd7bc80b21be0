import {
  type Account,
  controlServed,
  defineCheck,
  expectThat,
  type Header,
  type Model,
  NotExercised,
  script,
  type UpstreamScript,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { failing, serverError } from '../../support/held-jobs.ts';
import { chatUnder, isConflict } from '../../support/idempotent-chat.ts';
import { type KindOfReply, kindsOfReply, offeredFor, replyingSo } from '../../support/kinds-of-reply.ts';

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
  /** Whether the request of `how` is streamed. */
  readonly stream?: boolean;
}

/** A fallback model serves the first request, the model's second endpoint does, it asks for metadata, or the reply is more or less than words. */
const hows = [
  'a fallback',
  'a second endpoint',
  'metadata',
  'a tool call',
  'a tool call beside words',
  'cut off',
] as const;
type How = (typeof hows)[number];
const streamedHows = ['a fallback', 'a second endpoint', 'metadata'] as const;
const isKind = (how: How): how is How & KindOfReply => kindsOfReply.some((kind) => kind === how);

async function servingModel(account: Account, how: How, broken: UpstreamScript): Promise<Model> {
  if (how === 'a second endpoint') return account.model({ upstreams: [broken, script()] });
  return account.model(isKind(how) ? { upstreams: [replyingSo(how)] } : {});
}

async function repeated(world: World, account: Account, how: How, stream = false): Promise<void> {
  const broken = failing(serverError);
  const serving = await servingModel(account, how, broken);
  const asked = how === 'a fallback' ? await account.model({ upstreams: [broken] }) : serving;
  const asking = how === 'a fallback' ? { models: [serving.id] } : isKind(how) ? offeredFor(how) : {};
  const body = stream ? { ...asking, stream } : asking;
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
    ...streamedHows.map((how) => ({ again: 1, extra: {}, how, stream: true })),
  ],
  cases: bodies.length + oddKeys.length + meanwhiles.length + hows.length + streamedHows.length + 3,
  async decide(world, { again, extra, key: odd, meanwhile, how, stream }) {
    const account = await world.account();
    if (how !== undefined) return repeated(world, account, how, stream);
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
