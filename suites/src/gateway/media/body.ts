import {
  caution,
  defineCheck,
  describeAnswer,
  expectAnswer,
  expectRefusal,
  expectThat,
  type Model,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, mediaRoutes, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { bearer } from '../../support/routes.ts';

const paths = { image: '/v1/images/generations', transcription: '/v1/audio/transcriptions' } as const;
const valid = ({ id, inputs }: Model) => JSON.stringify({ ...inputs, model: id });

/** Sends bytes to a media route, beside its control: the valid submission that they were made from is accepted. */
async function sendRaw(world: World, route: MediaRoute, make: (model: Model) => string) {
  const account = await world.account();
  const model = await mediaModel(account, route);
  await submitJob(account.key, model);
  const headers = [bearer(account.key.secret), ['Content-Type', 'application/json'] as const];
  return world.send({ method: 'POST', path: paths[route], headers, rawBody: make(model) });
}

function refusedRaw(rule: string, makers: readonly ((model: Model) => string)[]) {
  const rows = mediaRoutes.flatMap((route) => makers.map((_, maker) => ({ route, maker })));
  return defineCheck({
    rule,
    ...every(...rows),
    async decide(world, { route, maker }) {
      expectRefusal(world, await sendRaw(world, route, makers[maker] ?? (() => '')), 'invalid_request');
    },
  });
}

function refusedField(rule: string, field: string | ((world: World) => string), values: readonly unknown[]) {
  const rows = mediaRoutes.flatMap((route) => values.map((value) => ({ route, value })));
  return defineCheck({
    rule,
    ...every(...rows),
    async decide(world, { route, value }) {
      const name = typeof field === 'string' ? field : field(world);
      // An unknown model in a list is a defect of its own (freedom F124): `{model}` stands for one that is known.
      const make = ({ id, inputs }: Model) =>
        JSON.stringify({ ...inputs, model: id, [name]: value }).replace('{model}', id);
      expectRefusal(world, await sendRaw(world, route, make), 'invalid_request');
    },
  });
}

const upload = defineCheck({
  rule: 'media.body.upload',
  input: fc.constant('multipart'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const model = await mediaModel(account, 'transcription');
    await submitJob(account.key, model);
    const part = (name: string, value: string, more = '') =>
      `--cut\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const rawBody = `${part('model', model.id)}${part('file', 'RIFF....', '; filename="a.wav"')}--cut--\r\n`;
    const headers = [bearer(account.key.secret), ['Content-Type', 'multipart/form-data; boundary=cut'] as const];
    const exchange = await world.send({ method: 'POST', path: paths.transcription, headers, rawBody });
    const { status } = expectAnswer(world, exchange);
    expectThat(world, status >= 400 && status < 500, {
      expected: 'a 4xx for a file upload',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** What the input is called is the model's business: every input that is an https URL is tried as http. */
const audioScheme = defineCheck({
  rule: 'media.body.audio-scheme',
  ...every('http://', 'ftp://', 'file:///', 'data:audio/wav;base64,'),
  async decide(world, scheme) {
    const account = await world.account();
    const model = await mediaModel(account, 'transcription');
    await submitJob(account.key, model);
    const inputs = Object.fromEntries(
      Object.entries(model.inputs).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace(/^https:\/\//, scheme) : value,
      ]),
    );
    const exchange = await sendSubmission(account.key, model, inputs);
    const { status } = expectAnswer(world, exchange);
    const finding = {
      expected: 'an audio URL that is not https to be refused',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    };
    if (jobOf(exchange) !== undefined) caution(world, finding);
    expectThat(world, status >= 400 && status < 500, finding);
  },
});

/** Neither a list nor an earlier job stands in for the model. */
const modelMissing = defineCheck({
  rule: 'media.body.model.missing',
  ...every(
    ...mediaRoutes.flatMap((route) =>
      (['left out', 'null', 'a list', 'a retry'] as const).map((how) => ({ route, how })),
    ),
  ),
  async decide(world, { route, how }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const extra =
      how === 'a list'
        ? { models: [model.id] }
        : how === 'a retry'
          ? { retry_of: (await finishedJob(world, account, 'failed', route)).id }
          : {};
    const missing = how === 'null' ? null : undefined;
    expectRefusal(world, await sendSubmission(account.key, model, { ...extra, model: missing }), 'invalid_request');
  },
});

const notString = [7, true, {}, ['a'], null];
const notArray = [7, true, {}, 'text', false, 0];
const notObject = [7, true, ['a'], 'text', false, 0];

/** Bodies that are refused whatever the model. */
export default [
  refusedRaw('media.body.empty', [() => '', () => ' \n']),
  refusedRaw('media.body.malformed', [
    (model) => valid(model).slice(0, -1),
    (model) => `${valid(model)}}`,
    () => 'not json',
    (model) => valid(model).replaceAll('"', "'"),
    (model) => `model=${model.id}`,
  ]),
  refusedRaw('media.body.not-object', [
    (model) => `[${valid(model)}]`,
    () => '"text"',
    () => '7',
    () => 'null',
    () => '[]',
  ]),
  modelMissing,
  refusedField('media.body.model.type', 'model', notString),
  refusedField('media.body.models.type', 'models', notArray),
  refusedField('media.body.models.item-type', 'models', [[7], [{}], [true], [['a/b']], [null], ['{model}', 7]]),
  refusedField('media.body.retry-of.type', 'retry_of', [7, true, {}, ['job_1']]),
  refusedField('media.body.provider.type', 'provider', notObject),
  refusedField('media.body.svc.type', (world) => serviceNames(world.prefix).requestField, notObject),
  upload,
  audioScheme,
];
