import { codeOf, controlAccepted, controlServed, defineCheck, expectServed, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { any4xx, expectServedOrRefused } from '../../support/expect-no-server-error.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { expectJob, sendSubmission } from '../../support/media-jobs.ts';
import { modalityOf, type Submission } from '../../support/submissions.ts';

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
function different(rule: string, pairs: Readonly<Record<string, (base: string) => readonly [string, string]>>) {
  return defineCheck({
    rule,
    ...every(...Object.keys(pairs)),
    cases: Object.keys(pairs).length,
    async decide(world, how) {
      const account = await world.account();
      const model = await account.model();
      const [one, other] = pairs[how]?.(world.unique('key')) ?? ['one', 'other'];
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

const letterCase = defineCheck({
  rule: 'idempotency.key.letter-case',
  ...every<Submission>('chat', 'image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route] });
    const base = world.unique('key');
    const send = (idempotencyKey: string) =>
      route === 'chat'
        ? chatUnder(account.key, model, idempotencyKey)
        : sendSubmission(account.key, model, {}, { idempotencyKey });
    const first = await send(`${base}-abc`);
    controlAccepted(first);
    const second = await send(`${base}-ABC`);
    if (route === 'chat') expectServed(world, second);
    else expectJob(world, second, 'a submission under a key of its own');
    await model.upstreams[0]?.call(2, 2_000);
    const calls = model.upstreams[0]?.calls().length;
    expectThat(world, calls === 2, {
      expected: 'a different key to run a request of its own (2 calls of the endpoint)',
      observed: `${calls} calls`,
      exchanges: [first.id, second.id],
    });
  },
});

/** A long number of its own for each base. */
const digitsOf = (base: string) => [...base].map((character) => character.charCodeAt(0) % 10).join('');

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
  different('idempotency.key.whole', {
    'the last of 200 characters': (base) => [`${base.padEnd(199, 'x')}1`, `${base.padEnd(199, 'x')}2`],
    'the last of 255 characters': (base) => [`${base.padEnd(254, 'x')}1`, `${base.padEnd(254, 'x')}2`],
    'the first of 200 characters': (base) => [`1${base.padStart(199, 'x')}`, `2${base.padStart(199, 'x')}`],
    'a punctuation mark': (base) => [`${base}.1`, `${base}_1`],
    'a mark at the end': (base) => [base, `${base}-`],
    'an escape and what it stands for': (base) => [`${base}%20b`, `${base} b`],
    'a plus and a blank': (base) => [`${base}+b`, `${base} b`],
    'a leading zero': (base) => [`1${digitsOf(base)}`, `01${digitsOf(base)}`],
    'digits beyond the exactness of numbers': (base) => [`9${digitsOf(base)}1`, `9${digitsOf(base)}2`],
  }),
  letterCase,
  odd,
  leftOut,
];
