import type { ScriptedAnswer } from '@gateproof/harness';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { chunk, completion, event, jobBody, modelBody } from '../support/client/replies.ts';
import { chatHeard, isIn, jobHeard, streamHeard, tolerates } from '../support/client/tolerates.ts';

const plain = completion('fine').body as Readonly<Record<string, unknown>>;
const without = (...names: readonly string[]): ScriptedAnswer => ({
  body: Object.fromEntries(Object.entries(plain).filter(([name]) => !names.includes(name))),
});
const { completed_at: _end, output: _output, progress: _progress, ...bareJob } = jobBody('succeeded');

const optionalFields = tolerates('client.answer.optional-fields', 'no optional fields', {
  'a completion of choices alone': chatHeard(without('id', 'object', 'created', 'model', 'usage')),
  'a completion without usage': chatHeard(without('usage')),
  'a completion without id': chatHeard(without('id')),
  'a completion without model': chatHeard(without('model')),
  'a completion without object and created': chatHeard(without('object', 'created')),
  'a queued job without optional fields': jobHeard({ ...bareJob, state: 'queued', progress: {} }),
  'a succeeded job without optional fields': jobHeard({ ...bareJob, progress: {} }),
  'a finished job without output, waited for': jobHeard({ ...bareJob, progress: {} }, 'wait_job'),
  'a job whose metadata is empty': jobHeard({ ...bareJob, progress: {}, svc_metadata: {} }),
  'an accepted job without optional fields': {
    op: 'create_image',
    answer: { status: 202, body: { ...bareJob, state: 'queued', progress: {} } },
    hears: isIn('queued'),
  },
  'chunks of choices alone': streamHeard(
    ...['fi', 'ne'].map((content) => event({ choices: [{ index: 0, delta: { content } }] })),
    event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  ),
  'an output item without optional fields': jobHeard(
    jobBody('succeeded', { output: [{ url: 'https://files.example.com/1' }] }),
  ),
});

const respelled = (body: unknown, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((text, [plainly, oddly]) => text.replace(plainly, oddly), JSON.stringify(body));
const numberSpelling = tolerates('client.answer.number-spelling', 'numbers in another spelling', {
  'a completion': chatHeard({
    body: respelled(plain, [
      ['"total_tokens":8', '"total_tokens":8.0'],
      ['"index":0', '"index":0.0'],
      ['1790000000', '1.79e9'],
    ]),
  }),
  'a job': jobHeard(jobBody('succeeded')),
  chunks: streamHeard(
    ...[chunk('fi'), chunk('ne'), chunk(undefined, 'stop')].map((one) =>
      event(respelled(one, [['1790000000', '1.79e9']]).replace('"index":0', '"index":0.0')),
    ),
  ),
  'a job in exponents': {
    op: 'get_job',
    answer: {
      body: respelled(jobBody('succeeded'), [
        ['"bytes":3', '"bytes":3.0'],
        ['"percent":100', '"percent":1E+2'],
      ]),
    },
    hears: isIn('succeeded'),
  },
  'a model': {
    op: 'get_model',
    answer: { body: respelled(modelBody('acme/talker'), [['1790000000', '1790000000.0']]) },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
});

/** What a client must tolerate in answers (Resources). */
const tolerance: readonly ClientCheck[] = [optionalFields, numberSpelling];
export default tolerance;
