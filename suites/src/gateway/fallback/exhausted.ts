import { besideControl, controlThat, defineCheck, expectAnyRefusal, expectThat, type Fault } from '@gateproof/harness';
import fc from 'fast-check';
import {
  askWithFallbacks,
  callCounts,
  controlReplaced,
  models,
  plainFailures,
  serving,
} from '../../support/fallbacks.ts';
import { unavailableCodes } from '../../support/lost-connection.ts';

const input = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  fault: fc.constantFrom(...plainFailures),
  stream: fc.boolean(),
});
/** The longest lists for sure. */
const examples = [
  { count: 6, fault: plainFailures[0] as Fault, stream: false },
  { count: 6, fault: plainFailures[3] as Fault, stream: true },
];

const error = defineCheck({
  rule: 'fallback.exhausted.error',
  input,
  examples,
  cases: 5,
  async decide(world, { count, fault, stream }) {
    const account = await world.account();
    const all = await models(
      account,
      Array.from({ length: count }, (_, index) => serving(index, fault)),
    );
    const { codes, tolerated } = unavailableCodes(fault);
    expectAnyRefusal(world, await askWithFallbacks(account.key, all, { stream }), codes, { tolerated });
  },
});

const allAsked = defineCheck({
  rule: 'fallback.exhausted.all-asked',
  input,
  examples,
  cases: 5,
  async decide(world, { count, fault, stream }) {
    const account = await world.account();
    const all = await models(
      account,
      Array.from({ length: count }, (_, index) => serving(index, fault)),
    );
    const exchange = await askWithFallbacks(account.key, all, { stream });
    const calls = callCounts(all);
    controlThat((calls[0] ?? 0) > 0, 'the requested model was not asked', 'chat.forward.once');
    await besideControl(
      () =>
        expectThat(
          world,
          calls.every((times) => times > 0),
          {
            expected: 'every listed model to be asked before the error is returned',
            observed: `calls per model: ${calls.join(', ')}`,
            exchanges: [exchange.id],
          },
        ),
      () => controlReplaced(account, fault, stream),
    );
  },
});

export default [error, allAsked];
