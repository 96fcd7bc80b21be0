import {
  besideControl,
  caution,
  controlServed,
  defineCheck,
  describeAnswer,
  expectThat,
  type Fault,
  type Model,
  NotExercised,
  SetupFailed,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { chatUnder, expectAgain } from '../../support/idempotent-chat.ts';
import { sayingAnew, tokensOf } from '../../support/streams.ts';

/** Whoever sees that a client has left, and stops the generation, has done so by then. */
const noticesMs = 400;

/** How the client leaves; one that streams has read some of its answer by then, or nothing of it. */
const leavings = ['once', 'twice', 'streaming', 'within a stream'] as const;

type Leaving = (typeof leavings)[number];

const faultFor = (leaves: Leaving): Fault =>
  leaves === 'within a stream' ? { kind: 'stall', afterTokens: 2, gate: 'answer' } : { kind: 'hang', gate: 'answer' };
const streamed = (leaves: Leaving) => (leaves === 'once' || leaves === 'twice' ? {} : { stream: true });

/** A client asks under the key, and leaves once the endpoint has been asked; returns its exchanges. */
async function leave(
  world: World,
  {
    model,
    leaves,
    ask,
  }: { model: Model; leaves: Leaving; ask: (signal?: AbortSignal) => ReturnType<typeof chatUnder> },
): Promise<readonly string[]> {
  const left: string[] = [];
  for (let times = leaves === 'twice' ? 2 : 1; times > 0; times -= 1) {
    const leaving = new AbortController();
    const pending = ask(leaving.signal);
    if ((await model.upstreams[0]?.call(1)) === undefined)
      throw new SetupFailed('the first request did not reach our upstream', { prerequisite: 'chat.forward.once' });
    // The first tokens have come through by then.
    if (leaves === 'within a stream') await world.pause(noticesMs);
    leaving.abort();
    left.push((await pending).id);
    await world.pause(noticesMs);
  }
  return left;
}

/** A generation that the gateway stopped because nobody waited for it may be run again (freedom F038). */
const oneCall = defineCheck({
  rule: 'idempotency.chat.client-gone',
  waits: true,
  ...every(...leavings),
  async decide(world, leaves) {
    const account = await world.account();
    const model = await account.model({ upstreams: [sayingAnew(tokensOf('a', 3), faultFor(leaves))] });
    const key = world.unique('key');
    const ask = (signal?: AbortSignal) =>
      chatUnder(account.key, model, key, streamed(leaves), signal === undefined ? {} : { signal });
    const left = await leave(world, { model, leaves, ask });
    const first = model.upstreams[0]?.calls()[0];
    if (first?.endedAtMs !== undefined) throw new NotExercised('the generation was stopped when its client left');
    const again = ask();
    const early = await Promise.race([again, world.pause(noticesMs).then(() => undefined)]);
    const calls = model.upstreams[0]?.calls().length;
    model.upstreams[0]?.release('answer');
    const exchange = early ?? (await again);
    const [, second] = model.upstreams[0]?.calls() ?? [];
    if (first?.endedAtMs !== undefined && second !== undefined && first.endedAtMs <= second.startedAtMs)
      throw new NotExercised('the generation was stopped a while after its client left');
    if (exchange.response === undefined) throw new NotExercised('the request that came again was not answered');
    expectThat(world, calls === 1, {
      expected: '1 call of the endpoint, because the first one still runs',
      observed: `${calls} calls`,
      exchanges: [...left, exchange.id],
    });
  },
});

/** Whether the generation was stopped or ran to its end, the key leads to a result or to the conflict (freedom F038). */
const answered = defineCheck({
  rule: 'idempotency.chat.answered-after-client-gone',
  waits: true,
  ...every(...leavings),
  async decide(world, leaves) {
    const account = await world.account();
    const said = { kind: 'chat', tokens: tokensOf('a', 3) } as const;
    const model = await account.model({ upstreams: [script(turn(said, faultFor(leaves)), turn(said))] });
    const key = world.unique('key');
    const ask = (signal?: AbortSignal) =>
      chatUnder(account.key, model, key, streamed(leaves), signal === undefined ? {} : { signal });
    await leave(world, { model, leaves, ask });
    model.upstreams[0]?.release('answer');
    await world.pause(noticesMs);
    const exchange = await ask();
    const finding = {
      expected: 'a result, or 409 idempotency_conflict, for a key whose first client was lost',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    };
    // A generation that was stopped may count as one that failed, and its error may come again (freedom F031).
    if ((exchange.response?.status ?? 0) >= 500) caution(world, finding);
    await besideControl(
      () => expectAgain(world, exchange, 'a result for a key whose first client was lost'),
      async () => controlServed(await account.key.chat({ model: model.id, messages: hello, ...streamed(leaves) })),
    );
  },
});

/** Clients that leave before their answer has come, and ask again under their key. */
export default [oneCall, answered];
