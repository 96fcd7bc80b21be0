import { defineCheck, NotExercised, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { failing } from '../../support/held-jobs.ts';
import { controlJob, notToldAtSubmission, sendSubmission } from '../../support/media-jobs.ts';
import { expectSignedBy } from '../../support/signatures.ts';
import { hasNull } from '../../support/texts.ts';
import { deliveryFor, eventRules, failureFor, listen } from '../../support/webhooks.ts';

/** Texts that a second serialisation writes otherwise than the first. */
const awkward = [
  '"quoted" \\ back/slash',
  'Zoë 日本語 \u{1F3A8}\u{1F469}\u200D\u{1F680}',
  '<script>&amp;\u2028\u2029',
  '\u0000\u001f\u007f',
  'e\u0301 \ud83d lone',
];

/**
 * What the client sent comes back in the Job where a gateway echoes any of it (model id, metadata, inputs, error messages); whatever is in
 * the bytes, the signature is over them as they were sent.
 */
export default defineCheck({
  rule: 'signature.value.exact-bytes',
  input: fc.record({ text: fc.constantFrom(...awkward), fails: fc.boolean() }),
  cases: 8,
  async decide(world, { text, fails }) {
    const { account, webhook } = await listen(world);
    const message = { error: { message: text, type: 'x', code: 'y' } };
    const upstreams = fails ? [failing({ kind: 'status', status: 500, body: message })] : undefined;
    const made = { modality: 'image', priceUsd: 0.0000001, ...(upstreams === undefined ? {} : { upstreams }) } as const;
    // An id beyond ASCII is one that a testbed may refuse; then the rest must do.
    const model = await account
      .model({ ...made, id: `${world.unique('gateproof/model')}-éo\u0308\u{1F3A8}` })
      .catch(() => account.model(made));
    const inputs = Object.fromEntries(
      Object.entries(model.inputs).map(([name, value]) => [name, name === 'prompt' ? text.toWellFormed() : value]),
    );
    const submitted = await sendSubmission(account.key, { ...model, inputs });
    if (submitted.response?.status === 400 && hasNull(inputs)) throw new NotExercised('the null character is refused');
    if (fails) notToldAtSubmission(submitted);
    const { id } = controlJob(submitted, 'media.create.image');
    const exchange = await (fails ? failureFor(world, account, webhook, id) : deliveryFor(world, webhook, id));
    if (exchange === undefined)
      throw new SetupFailed(`no event of job ${id} arrived`, {
        prerequisite: fails ? eventRules.failed : eventRules.succeeded,
      });
    expectSignedBy(world, exchange, webhook.secrets()[0], "the endpoint's secret");
  },
});
