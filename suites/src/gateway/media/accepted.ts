import { defineCheck, expectServedBeside, isObject, NotExercised, objectOf, type World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';

const anyRoute = fc.constantFrom<MediaRoute>('image', 'transcription');

function accepts(rule: string, extraOf: (world: World) => object) {
  return defineCheck({
    rule,
    ...every<MediaRoute>('image', 'transcription'),
    async decide(world, route) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const exchange = await sendSubmission(account.key, model, extraOf(world));
      await expectServedBeside(world, exchange, () => sendSubmission(account.key, model));
    },
  });
}

const charset = defineCheck({
  rule: 'media.accepted.charset',
  input: fc.record({
    route: anyRoute,
    type: fc.constantFrom('application/json; charset=utf-8', 'application/json;charset=UTF-8'),
  }),
  cases: 4,
  async decide(world, { route, type }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const exchange = await sendSubmission(account.key, model, {}, { headers: [['Content-Type', type]] });
    await expectServedBeside(world, exchange, () => sendSubmission(account.key, model));
  },
});

/** Only the inputs that the testbed says are valid are known by value; the entry must list them. */
const inputs = defineCheck({
  rule: 'media.accepted.inputs',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const entry = objectOf(await account.key.model(model.id))?.inputs;
    const names = isObject(entry) ? Object.keys(isObject(entry.properties) ? entry.properties : entry) : [];
    const listed = Object.entries(model.inputs).filter(([name]) => names.includes(name));
    if (listed.length === 0)
      throw new NotExercised("the model's entry lists none of the inputs that the testbed gives");
    const { id } = model;
    // The listed ones alone; beside them the testbed may give inputs that the entry keeps to itself.
    const exchange = await sendSubmission(account.key, { ...model, id, inputs: Object.fromEntries(listed) });
    await expectServedBeside(world, exchange, () => sendSubmission(account.key, model));
  },
});

/** Submissions that every gateway takes. */
export default [
  charset,
  accepts('media.accepted.provider', () => ({ provider: {} })),
  accepts('media.accepted.svc', ({ prefix }) => ({ [serviceNames(prefix).requestField]: {} })),
  inputs,
];
