import { defineCheck, expectThat, isObject, NotArranged, NotExercised, promptMs } from '@gateproof/harness';
import { letAnswerTravel } from '../../support/answer-travel.ts';
import { every } from '../../support/every.ts';
import { reportedError } from '../../support/reported-error.ts';
import { shown } from '../../support/standing-table.ts';
import { askStream, saying, tokensOf } from '../../support/streams.ts';

const dripMs = 30;
/** More than are sent while the check goes on. */
const endlessTokens = tokensOf('a', 3_000);
/** Of the longest silence that the gateway bears: it is never silent for so long. */
const shareOfSilence = 0.8;
const nextDripMs = 2_000;
const hearsMs = 40;
const codes: readonly unknown[] = ['request_timeout', 'upstream_timeout', 'provider_unavailable'];

/** The endpoint drips on while the account's clock is moved beyond the limit, in steps that no silence is as long as. */
export default defineCheck({
  rule: 'error.upstream.endless',
  waits: true,
  ...every('a stream'),
  cases: 1,
  caseLimitMs: 60_000,
  async decide(world) {
    const { requestTimeoutMs, upstreamTimeoutMs } = world;
    if (requestTimeoutMs === undefined) throw new NotArranged('the testbed declares no request_timeout_ms');
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(endlessTokens, { kind: 'slow-drip', ms: dripMs })] });
    let isOver = false;
    const answer = askStream(account, model).finally(() => {
      isOver = true;
    });
    const call = await model.upstreams[0]?.call(1);
    if (call === undefined) throw new NotExercised('the endpoint was not asked');
    const asked: unknown = call.json;
    if (!isObject(asked) || asked.stream !== true) throw new NotArranged('the endpoint is not asked for a stream');
    const stepMs = Math.min(shareOfSilence * upstreamTimeoutMs, requestTimeoutMs / 2);
    for (let passedMs = 0; passedMs <= requestTimeoutMs && !isOver; passedMs += stepMs) {
      const before = call.tokensSent;
      await world.until(() => isOver || call.tokensSent > before, nextDripMs);
      await letAnswerTravel(world, hearsMs);
      await account.advance(stepMs);
    }
    const expected = `the stream over, with ${codes.join(' or ')}, once it had lasted the ${requestTimeoutMs / 1_000} s that a request may take`;
    expectThat(world, await world.until(() => isOver, promptMs), { expected, observed: 'it went on' });
    const exchange = await answer;
    const error = reportedError(exchange);
    // A failure chunk may leave its code out (freedom F116).
    const isUnnamed = error !== undefined && error.code === undefined;
    const observed = shown(error?.code);
    expectThat(world, isUnnamed || codes.includes(error?.code), { expected, observed, exchanges: [exchange.id] });
  },
});
