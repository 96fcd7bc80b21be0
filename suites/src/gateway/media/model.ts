import {
  type Account,
  caution,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnswer,
  expectAnyRefusal,
  expectRefusal,
  expectThat,
  NotArranged,
  type World,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { assertUnlisted } from '../../support/assert-unlisted.ts';
import { every } from '../../support/every.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import {
  isFinalJob,
  jobOf,
  type MediaRoute,
  mediaRoutes,
  outputOf,
  partOf,
  readUntil,
  sendSubmission,
  submitJob,
} from '../../support/media-jobs.ts';

/** Warns of a submission that was accepted and then failed with one of the codes: the request itself should be refused (freedom F072). */
async function warnIfRefusedLater(
  world: World,
  account: Account,
  exchange: Exchange,
  codes: readonly string[],
): Promise<void> {
  const job = jobOf(exchange);
  if (job === undefined) return;
  const seen = await readUntil(world, account.key, String(job.id), isFinalJob);
  const code = partOf(seen?.job ?? {}, 'error')?.code;
  if (seen?.job.state !== 'failed' || !codes.includes(String(code))) return;
  caution(world, {
    expected: 'a refusal at submission',
    observed: `a job that failed with ${String(code)}`,
    exchanges: [exchange.id, seen.exchange.id],
  });
}

/** Ids that no model has, made from one that a model has. */
const unknownIds = {
  'like none': (world: World) => world.unique('nobody/model'),
  'the slug of a model': (world: World, id: string) => `${world.unique('nobody')}/${id.split('/').at(-1)}`,
  'a longer id': (world: World, id: string) => world.unique(id),
  'a variant': (world: World, id: string) => `${id}:${world.unique('none')}`,
};

const unknown = (['image', 'transcription'] as const).map((route) =>
  defineCheck({
    rule: `media.model.unknown-${route}`,
    ...every<readonly [keyof typeof unknownIds, 'with a list'?]>(
      ['like none'],
      ['like none', 'with a list'],
      ['the slug of a model'],
      ['a longer id'],
      ['a variant'],
    ),
    async decide(world, [like, withList]) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      await submitJob(account.key, model);
      const list = withList !== undefined ? { models: [world.unique('nobody/also')] } : {};
      const id = unknownIds[like](world, model.id);
      const exchange = await sendSubmission(account.key, model, { model: id, ...list });
      // A colon may be no character of ids at all (freedom F044).
      const codes = ['no_endpoint_available', ...(like === 'a variant' ? ['invalid_request'] : [])];
      await warnIfRefusedLater(world, account, exchange, codes);
      expectAnyRefusal(world, exchange, codes);
    },
  }),
);

/** In the place of an id: that of the model without its author. */
const slugAlone = 'the slug alone';

const malformed = defineCheck({
  rule: 'media.model.malformed',
  ...every(
    ...mediaRoutes.flatMap((route) => ['gpt4', '', 'a/b/c', '/', ' / ', slugAlone].map((id) => ({ route, id }))),
  ),
  async decide(world, { route, id: like }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const id = like === slugAlone ? model.id.replace(/^.*\//, '') : like;
    const exchange = await sendSubmission(account.key, model, { model: id });
    await assertUnlisted(account.key, id, exchange);
    const codes = ['no_endpoint_available', 'invalid_request'] as const;
    await warnIfRefusedLater(world, account, exchange, codes);
    expectAnyRefusal(world, exchange, codes);
  },
});

/** A refusal, or an accepted job that fails (which freedom F071 warns about); never any output. */
const wrongModality = defineCheck({
  rule: 'media.model.wrong-modality',
  ...every<readonly [MediaRoute, ModelModality]>(
    ['image', 'text'],
    ['transcription', 'text'],
    ['image', 'audio_stt'],
    ['transcription', 'image'],
    ['transcription', 'audio_tts'],
    ['image', 'video'],
  ),
  async decide(world, [route, modality]) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const other = await account.model({ modality });
    const exchange = await sendSubmission(account.key, model, { model: other.id });
    expectAnswer(world, exchange);
    const job = jobOf(exchange);
    if (job === undefined) {
      expectAnyRefusal(world, exchange, ['invalid_request', 'unsupported_capability', 'no_endpoint_available']);
      return;
    }
    const seen = await readUntil(world, account.key, String(job.id), isFinalJob);
    expectThat(world, seen !== undefined && seen.job.state !== 'succeeded' && outputOf(seen.job).length === 0, {
      expected: `no output from a ${modality} model on the ${route} route`,
      observed: String(seen?.job.state ?? 'a job that does not end'),
      exchanges: [exchange.id],
    });
    caution(world, {
      expected: 'a refusal at submission',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

const excludingFilter = defineCheck({
  rule: 'media.model.excluding-filter',
  ...every<readonly [MediaRoute, 'with a list'?]>(
    ['image'],
    ['transcription'],
    ['image', 'with a list'],
    ['transcription', 'with a list'],
  ),
  async decide(world, [route, withList]) {
    const filter = fragmentOf(world, 'excluding_filter');
    if (withList !== undefined && !world.claims('fallback')) throw new NotArranged('the target has no fallback models');
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const list = withList === undefined ? {} : { models: [(await mediaModel(account, route)).id] };
    const exchange = await sendSubmission(account.key, model, { ...list, ...filter });
    expectRefusal(world, exchange, 'no_endpoint_available');
  },
});

/** Models that can't serve a submission. */
export default [...unknown, malformed, wrongModality, excludingFilter];
