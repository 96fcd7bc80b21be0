import { defineCheck, expectThat, type Fault, NotExercised, SetupFailed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { sayingAnew, tokensOf } from '../../support/streams.ts';

/** Whoever sees that a client has left, and stops the generation, has done so by then. */
const noticesMs = 400;

/** How the client leaves; one that streams has read some of its answer by then, or nothing of it. */
const leavings = ['once', 'twice', 'streaming', 'within a stream'] as const;

/** A generation that the gateway stopped because nobody waited for it may be run again (freedom F038). */
export default defineCheck({
  rule: 'idempotency.chat.client-gone',
  ...every(...leavings),
  async decide(world, leaves) {
    const account = await world.account();
    const held: Fault =
      leaves === 'within a stream'
        ? { kind: 'stall', afterTokens: 2, gate: 'answer' }
        : { kind: 'hang', gate: 'answer' };
    const model = await account.model({ upstreams: [sayingAnew(tokensOf('a', 3), held)] });
    const extra = leaves === 'once' || leaves === 'twice' ? {} : { stream: true };
    const key = world.unique('key');
    const left: string[] = [];
    for (let times = leaves === 'twice' ? 2 : 1; times > 0; times -= 1) {
      const leaving = new AbortController();
      const pending = chatUnder(account.key, model, key, extra, { signal: leaving.signal });
      if ((await model.upstreams[0]?.call(1)) === undefined)
        throw new SetupFailed('the first request did not reach our upstream', { prerequisite: 'chat.response.json' });
      // The first tokens have come through by then.
      if (leaves === 'within a stream') await world.pause(noticesMs);
      leaving.abort();
      left.push((await pending).id);
      await world.pause(noticesMs);
    }
    const first = model.upstreams[0]?.calls()[0];
    if (first?.endedAtMs !== undefined) throw new NotExercised('the generation was stopped when its client left');
    const again = chatUnder(account.key, model, key, extra);
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
