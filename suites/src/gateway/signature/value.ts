import {
  defineCheck,
  matchingPlaces,
  NotExercised,
  parseSignature,
  SetupFailed,
  signingKeyOf,
} from '@gateproof/harness';
import fc from 'fast-check';
import { type Delivery, deliveriesSeen } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { failuresOf } from '../../support/failing-answers.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { failing } from '../../support/held-jobs.ts';
import { controlJob, type MediaRoute, notRefusedAtSubmission, sendSubmission } from '../../support/media-jobs.ts';
import { expectSignedBy } from '../../support/signatures.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';
import { hasNull } from '../../support/texts.ts';
import {
  attemptsFor,
  deliveryFor,
  eventRules,
  failureFor,
  firstAttempt,
  listen,
  runOutSchedule,
} from '../../support/webhooks.ts';

/** What a delivery's signature says under the secrets that its endpoint ever had. */
function signedBy({ exchange, signature }: Delivery) {
  const parsed = parseSignature(signature);
  const { secrets = [], signingKey } = exchange.webhook ?? {};
  if (!parsed.ok || secrets.length === 0) return undefined;
  const keys = secrets.map((secret) => signingKeyOf(secret, signingKey));
  // Upper-case digits are another rule's business.
  const reading = { ...parsed.value, v1: parsed.value.v1.map((value) => value.toLowerCase()) };
  return { reading, places: matchingPlaces(reading, exchange.request.body, keys) };
}

function matches(delivery: Delivery): Look {
  const signed = signedBy(delivery);
  if (signed === undefined) return undefined;
  const isSigned = signed.places.flat().length > 0;
  const form = delivery.exchange.webhook?.signingKey;
  const expected = 'a v1 that is the HMAC-SHA256 of t, a dot and the bytes received, under the secret';
  if (!isSigned || form === 'text') return heldIf(isSigned, expected, delivery.signature);
  // A decoded key is one that the target says (freedom F098).
  return { doubtful: { expected, observed: `one under the bytes that its text stands for in ${form}` } };
}

function everyV1(delivery: Delivery): Look {
  const signed = signedBy(delivery);
  if (signed === undefined) return undefined;
  const matched = new Set(signed.places.flat());
  const { length: count } = signed.reading.v1;
  if (matched.size === count) return 'held';
  // Where none matches, the signature itself is wrong; where one secret alone signs, further entries are tolerated (freedom F147).
  if (matched.size < 2) return undefined;
  const expected = `each of the ${count} v1 entries to be of one of the endpoint's secrets`;
  return { broken: { expected, observed: `${matched.size} of them` } };
}

/** What the signature of every delivery is worth (Events › Signature, 1; Secret rotation). */
const standing = standingTable(deliveriesSeen, {
  'signature.value.matches': matches,
  'signature.value.every-v1': everyV1,
  'signature.value.one-without-rotation': (delivery) => {
    const parsed = parseSignature(delivery.signature);
    if (!parsed.ok || delivery.exchange.webhook?.wasRotated !== false) return undefined;
    return heldIf(parsed.value.v1.length === 1, 'one v1, the secret never having been rotated', delivery.signature);
  },
});

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
const exactBytes = defineCheck({
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
    if (fails) notRefusedAtSubmission(submitted);
    const { id } = controlJob(submitted, 'media.create.image');
    const exchange = await (fails ? failureFor(world, account, webhook, id) : deliveryFor(world, webhook, id));
    if (exchange === undefined)
      throw new SetupFailed(`no event of job ${id} arrived`, {
        prerequisite: fails ? eventRules.failed : eventRules.succeeded,
      });
    expectSignedBy(world, exchange, webhook.secrets()[0], "the endpoint's secret");
  },
});

const failedJob = defineCheck({
  rule: 'signature.value.failed-job',
  ...every<readonly ['failed' | 'canceled', MediaRoute]>(
    ['failed', 'image'],
    ['canceled', 'image'],
    ['failed', 'transcription'],
    ['canceled', 'transcription'],
  ),
  async decide(world, [state, route]) {
    const listening = await listen(world);
    const { delivery } = await firstAttempt(world, listening, { state, route });
    expectSignedBy(world, delivery.exchange, listening.webhook.secrets()[0], "the endpoint's secret");
  },
});

const onRetry = defineCheck({
  rule: 'signature.value.on-retry',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const listening = await listen(world);
    listening.webhook.answer(...failuresOf(state));
    const { job } = await firstAttempt(world, listening, { state });
    await runOutSchedule(listening.account);
    const retries = attemptsFor(world, listening.webhook, job.id).slice(1);
    if (retries.length === 0)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    for (const { exchange } of retries)
      expectSignedBy(world, exchange, listening.webhook.secrets()[0], "the endpoint's secret");
  },
});

export default [standing, exactBytes, failedJob, onRetry];
