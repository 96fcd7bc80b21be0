import { defineCheck, describeAnswer, expectAnswer, expectThat, type Header, type World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { encodingNames, encodings, isEncoding } from '../../support/encodings.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, mediaRoutes, sendSubmission, submitJob } from '../../support/media-jobs.ts';

interface OddRow {
  readonly rule: string;
  readonly what: string;
  readonly extras: (world: World) => readonly object[];
}

const rows: readonly OddRow[] = [
  {
    rule: 'media.odd.unknown-key',
    what: 'a submission with a key that no input has',
    extras: () => [
      { x_gateproof: 1 },
      { x_gateproof: { deep: [1] } },
      { x_gateproof: null },
      { 'schlüssel 漢字': true },
      { constructor: 1 },
    ],
  },
  {
    rule: 'media.odd.provider-key',
    what: 'a provider object with an unknown key',
    extras: () => [{ provider: { x_gateproof: true } }],
  },
  {
    rule: 'media.odd.svc-key',
    what: 'a service object with an unknown key',
    extras: ({ prefix }) => [{ [serviceNames(prefix).requestField]: { x_gateproof: 1 } }],
  },
  {
    rule: 'media.odd.null',
    what: 'an optional field given as null',
    extras: ({ prefix }) => [
      { models: null },
      { retry_of: null },
      { provider: null },
      { [serviceNames(prefix).requestField]: null },
    ],
  },
];

/** A target without fallback lists may refuse one, whatever it holds. */
function claimed(world: World, given: readonly object[]): readonly object[] {
  return world.claims('fallback') ? given : given.filter((extra) => !('models' in extra));
}

const extras = rows.map(({ rule, what, extras: make }) =>
  defineCheck({
    rule,
    ...every<MediaRoute>('image', 'transcription'),
    async decide(world, route) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      await submitJob(account.key, model);
      for (const [place, extra] of claimed(world, make(world)).entries()) {
        // Under a key too: a gateway that compares bodies reads every value.
        const options = place % 2 === 0 && world.claims('idempotency') ? { idempotencyKey: world.unique('key') } : {};
        const exchange = await sendSubmission(account.key, model, extra, options);
        const { status } = expectAnswer(world, exchange);
        expectThat(world, jobOf(exchange) !== undefined || status === 400, {
          expected: `${what} to be accepted, or refused with 400`,
          observed: describeAnswer(exchange),
          exchanges: [exchange.id],
        });
      }
    },
  }),
);

const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', 'nonsense', ''];

const contentType = defineCheck({
  rule: 'media.odd.content-type',
  ...every(...mediaRoutes.flatMap((route) => [...encodingNames, ...types].map((type) => ({ route, type })))),
  async decide(world, { route, type }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const json = JSON.stringify({ ...model.inputs, x_note: 'hello', model: model.id });
    const [rawBody, sentAs] = isEncoding(type) ? [encodings[type](json), 'application/json'] : [json, type];
    const headers: readonly Header[] = sentAs === '' ? [] : [['Content-Type', sentAs]];
    const exchange = await (route === 'image'
      ? account.key.image(undefined, { headers, rawBody })
      : account.key.transcription(undefined, { headers, rawBody }));
    const { status } = expectAnswer(world, exchange);
    expectThat(world, jobOf(exchange) !== undefined || (status >= 400 && status < 500), {
      expected: `a submission ${isEncoding(type) ? type : `under the content type ${type === '' ? '(none)' : type}`} to be accepted, or refused with a 4xx`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** What the contract leaves open must not make the gateway fail. */
export default [...extras, contentType];
