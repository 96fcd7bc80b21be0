import { defineCheck, expectServed, expectThat, type Fault } from '@gateproof/harness';
import fc from 'fast-check';
import { askWithFallbacks, contentOfReply, models, said, serving } from '../../support/fallbacks.ts';

function replaced(rule: string, faults: readonly Fault[]) {
  return defineCheck({
    rule,
    input: fc.record({ fault: fc.constantFrom(...faults), failing: fc.integer({ min: 1, max: 3 }) }),
    cases: faults.length + 2,
    async decide(world, { fault, failing }) {
      const account = await world.account();
      const scripts = Array.from({ length: failing + 1 }, (_, index) =>
        serving(index, index < failing ? fault : undefined),
      );
      const exchange = await askWithFallbacks(account.key, await models(account, scripts));
      expectServed(world, exchange);
      expectThat(world, contentOfReply(exchange) === said(failing).join(''), {
        expected: 'the first fallback model that serves to answer',
        observed: String(contentOfReply(exchange)),
        exchanges: [exchange.id],
      });
    },
  });
}

export default [
  replaced('fallback.cause.unreachable', [{ kind: 'refuse-connection' }]),
  replaced('fallback.cause.server-error', [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502 },
    { kind: 'status', status: 503 },
  ]),
  replaced('fallback.cause.connection-lost', [{ kind: 'reset-before-headers' }]),
];
