import { defineCheck, expectServed, expectThat, type Fault } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { askWithFallbacks, contentOfReply, models, said, serving } from '../../support/fallbacks.ts';

function replaced(rule: string, faults: readonly Fault[]) {
  const rows = faults.flatMap((fault, place) => [
    { fault, failing: 1 + (place % 3), stream: false },
    { fault, failing: 1 + ((place + 1) % 2), stream: true },
  ]);
  return defineCheck({
    rule,
    ...every(...rows),
    cases: rows.length,
    async decide(world, { fault, failing, stream }) {
      const account = await world.account();
      const scripts = Array.from({ length: failing + 1 }, (_, index) =>
        serving(index, index < failing ? fault : undefined),
      );
      const exchange = await askWithFallbacks(account.key, await models(account, scripts), { stream });
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
    { kind: 'status', status: 503, retryAfterS: 1 },
    { kind: 'status', status: 504 },
    { kind: 'status', status: 520 },
    { kind: 'html-502' },
  ]),
  replaced('fallback.cause.connection-lost', [{ kind: 'reset-before-headers' }]),
];
