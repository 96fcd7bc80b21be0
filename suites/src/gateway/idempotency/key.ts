import { codeOf, controlServed, defineCheck, expectServed, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { any4xx, expectServedOrRefused } from '../../support/expect-no-server-error.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { sendSubmission } from '../../support/media-jobs.ts';

/** Printable ASCII without blanks at the edges, which HTTP trims. */
const printable = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.:/+=~!#$%&*@|'), minLength: 1, maxLength: 40 });

const accepted = defineCheck({
  rule: 'idempotency.key.printable',
  input: fc.oneof(printable, fc.constantFrom(...['x'.repeat(200), '"quoted"', '{"json":1}', 'with blank'])),
  cases: 8,
  async decide(world, text) {
    const account = await world.account();
    const model = await account.usableModel();
    expectServed(world, await chatUnder(account.key, model, `${world.unique('k')}${text}`.slice(0, 255)));
  },
});

/** Two keys that are different, whatever a careless store makes of them. */
function different(rule: string, pair: (base: string) => readonly [string, string]) {
  return defineCheck({
    rule,
    input: fc.constant('two keys'),
    cases: 2,
    async decide(world) {
      const account = await world.account();
      const model = await account.model();
      const [one, other] = pair(world.unique('key'));
      const first = await chatUnder(account.key, model, one);
      controlServed(first);
      const second = await chatUnder(account.key, model, other);
      expectServed(world, second);
      const calls = model.upstreams[0]?.calls().length;
      expectThat(world, calls === 2, {
        expected: 'a different key to run a request of its own (2 calls of the endpoint)',
        observed: `${calls} calls`,
        exchanges: [first.id, second.id],
      });
    },
  });
}

const odd = defineCheck({
  rule: 'idempotency.key.odd',
  ...every('', 'x'.repeat(300), 'x'.repeat(4_000), 'caf\u00e9'),
  cases: 5,
  async decide(world, text) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await chatUnder(account.key, model, world.unique('key')));
    const exchange = await chatUnder(account.key, model, text);
    expectServedOrRefused(world, exchange, `an odd Idempotency-Key (${codeOf(exchange) ?? 'served'})`, any4xx);
  },
});

const leftOut = defineCheck({
  rule: 'idempotency.key.left-out',
  ...every('chat', 'image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const account = await world.account();
    if (route !== 'chat') {
      expectServed(world, await sendSubmission(account.key, await mediaModel(account, route)));
      return;
    }
    const model = await account.usableModel();
    expectServed(world, await account.key.chat({ model: model.id, messages: [{ role: 'user', content: 'hello' }] }));
  },
});

export default [
  accepted,
  different('idempotency.key.whole', (base) => [`${base}${'x'.repeat(180)}1`, `${base}${'x'.repeat(180)}2`]),
  different('idempotency.key.letter-case', (base) => [`${base}-abc`, `${base}-ABC`]),
  odd,
  leftOut,
];
