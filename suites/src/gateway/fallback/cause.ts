import { defineCheck, expectServedBeside, type Fault } from '@gateproof/harness';
import { helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { askWithFallbacks, expectAnsweredBy, models, serving } from '../../support/fallbacks.ts';
import { offering } from '../../support/offered-tools.ts';

const turns = Array.from({ length: 9 }, (_, turn) => ({
  role: turn % 2 === 0 ? 'user' : 'assistant',
  content: `t${turn}`,
}));
/** What else a request may say; it takes nothing from the list. */
const besides: readonly object[] = [
  { provider: {} },
  { messages: helloInJson, response_format: { type: 'json_object' } },
  { tools: offering('lookup'), stream: true },
  { messages: turns },
];

interface Row {
  readonly fault: Fault;
  readonly failing: number;
  readonly stream: boolean;
  readonly more?: object;
}

function replaced(rule: string, faults: readonly Fault[], further: readonly Row[] = []) {
  const plain: readonly Row[] = faults.flatMap((fault, place) => [
    { fault, failing: 1 + (place % 3), stream: false },
    { fault, failing: 1 + ((place + 1) % 2), stream: true },
  ]);
  const rows = [...plain, ...further];
  return defineCheck({
    rule,
    ...every(...rows),
    async decide(world, { fault, failing, stream, more = {} }) {
      const account = await world.account();
      const scripts = Array.from({ length: failing + 1 }, (_, index) =>
        serving(index, index < failing ? fault : undefined),
      );
      const all = await models(account, scripts);
      const asked = { stream, ...more };
      const exchange = await askWithFallbacks(account.key, all, asked);
      await expectServedBeside(world, exchange, () => askWithFallbacks(account.key, all.slice(failing), asked));
      expectAnsweredBy(world, exchange, failing, all.length);
    },
  });
}

export default [
  replaced('fallback.cause.unreachable', [
    { kind: 'refuse-connection', closedPort: true },
    { kind: 'refuse-connection' },
  ]),
  replaced(
    'fallback.cause.server-error',
    [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 502 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503, retryAfterS: 1 },
      { kind: 'status', status: 504 },
      { kind: 'status', status: 520 },
      { kind: 'html-502' },
    ],
    besides.map((more) => ({ fault: { kind: 'status', status: 502 }, failing: 1, stream: false, more })),
  ),
  replaced('fallback.cause.connection-lost', [{ kind: 'reset-before-headers' }]),
];
