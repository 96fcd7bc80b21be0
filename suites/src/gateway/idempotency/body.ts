import {
  controlAccepted,
  controlServed,
  defineCheck,
  describeAnswer,
  expectRefusal,
  expectThat,
  NotArranged,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { jobOf, type MediaRoute, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

/** Ways for a body to be another one. */
const differences = fc.constantFrom<object>(
  { messages: [{ role: 'user', content: 'something else' }] },
  { messages: [{ role: 'user', content: 'hello ' }] },
  { temperature: 0.5 },
  { max_tokens: 7 },
  { stream: true },
);

const differentChat = defineCheck({
  rule: 'idempotency.body.different-chat',
  input: differences,
  cases: 6,
  async decide(world, difference) {
    const account = await world.account();
    const model = await account.usableModel();
    const key = world.unique('key');
    // The other body is one that is accepted by itself.
    controlAccepted(await account.key.chat({ model: model.id, messages: hello, ...difference }));
    controlServed(await chatUnder(account.key, model, key));
    expectRefusal(world, await chatUnder(account.key, model, key, difference), 'idempotency_conflict');
  },
});

const withoutEffect = defineCheck({
  rule: 'idempotency.body.different-without-effect',
  input: differences,
  cases: 3,
  async decide(world, difference) {
    const account = await world.account();
    const model = await account.model();
    const other = await account.model();
    const key = world.unique('key');
    controlServed(await chatUnder(account.key, other, key));
    const refused = await chatUnder(account.key, model, key, difference);
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});

const mediaDifferences = [{ svc: {} }, { provider: {} }, { x_note: 'other' }] as const;

/** A submission with a used key and another body, beside its control: the other body alone is accepted. */
function differentMedia(rule: string, route: MediaRoute) {
  return defineCheck({
    rule,
    input: fc.record({
      difference: fc.constantFrom<object>(...mediaDifferences),
      swapped: fc.boolean(),
      otherModel: fc.boolean(),
    }),
    cases: 6,
    async decide(world, { difference, swapped, otherModel }) {
      const account = await world.account();
      const [model, other] = [await mediaModel(account, route), await mediaModel(account, route)];
      const sent = serviceSpelled(difference, world.prefix);
      const [first, second] = swapped ? [sent, {}] : [{}, sent];
      const control = await sendSubmission(account.key, model, sent);
      const idempotencyKey = world.unique('key');
      const isPossible = jobOf(control) !== undefined;
      const made = await submitJob(account.key, model, isPossible ? first : {}, { idempotencyKey });
      const again = await sendSubmission(
        account.key,
        otherModel || !isPossible ? other : model,
        isPossible ? second : {},
        { idempotencyKey },
      );
      expectRefusal(world, again, 'idempotency_conflict');
      expectThat(world, jobOf(again) === undefined, {
        expected: 'no Job',
        observed: 'a Job',
        exchanges: [made.exchange.id, again.id],
      });
    },
  });
}

function serviceSpelled(difference: object, prefix: string): object {
  return 'svc' in difference ? { [serviceNames(prefix).requestField]: difference.svc } : difference;
}

/** Bodies that differ in one character deep inside, or in one list item. */
const nested = defineCheck({
  rule: 'idempotency.body.nested-difference',
  ...every<readonly [object, object]>(
    [{ provider: { x: { y: [1, 2, 3] } } }, { provider: { x: { y: [1, 2, 4] } } }],
    [{ provider: { x: { y: 'a' } } }, { provider: { x: { y: 'A' } } }],
    [{ x_note: [1, [2, { z: true }]] }, { x_note: [1, [2, { z: false }]] }],
    [{ x_note: ['a', 'b'] }, { x_note: ['b', 'a'] }],
  ),
  cases: 5,
  async decide(world, [one, other]) {
    const account = await world.account();
    const model = await mediaModel(account, 'image');
    const controls = [await sendSubmission(account.key, model, one), await sendSubmission(account.key, model, other)];
    if (controls.some((control) => jobOf(control) === undefined))
      throw new NotArranged('keys that the contract does not name are refused here');
    const idempotencyKey = world.unique('key');
    await submitJob(account.key, model, one, { idempotencyKey });
    expectRefusal(world, await sendSubmission(account.key, model, other, { idempotencyKey }), 'idempotency_conflict');
  },
});

const firstKept = defineCheck({
  rule: 'idempotency.body.first-result-kept',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  async decide(world, route) {
    const account = await world.account();
    const [model, other] = [await mediaModel(account, route), await mediaModel(account, route)];
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, model, {}, { idempotencyKey });
    await sendSubmission(account.key, other, {}, { idempotencyKey });
    const again = await sendSubmission(account.key, model, {}, { idempotencyKey });
    expectThat(world, jobOf(again)?.id === first.id, {
      expected: `the first job, ${first.id}`,
      observed: jobOf(again) === undefined ? describeAnswer(again) : `job ${String(jobOf(again)?.id)}`,
      exchanges: [first.exchange.id, again.id],
    });
  },
});

export default [
  differentChat,
  withoutEffect,
  differentMedia('idempotency.body.different-image', 'image'),
  differentMedia('idempotency.body.different-transcription', 'transcription'),
  nested,
  firstKept,
];
