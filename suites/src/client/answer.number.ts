import type { ClientCheck } from '../support/client/define-client-check.ts';
import { chunk, completion, event, jobBody, modelBody } from '../support/client/replies.ts';
import {
  chatHeard,
  isIn,
  jobHeard,
  streamHeard,
  type ToleratedAnswer,
  tolerates,
} from '../support/client/tolerates.ts';

const plain = completion('fine').body;
const modelHeard = (body: unknown): ToleratedAnswer => ({
  op: 'get_model',
  answer: { body },
  hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
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
  'a job at 12.5 percent': {
    op: 'get_job',
    answer: { body: jobBody('processing', { progress: { percent: 12.5, phase: 'working' } }) },
    hears: isIn('processing'),
  },
  'a job of fractions of units and cents': jobHeard(
    jobBody('succeeded', { usage: { units: { seconds: 12.5 }, cost: { billing_usd: 0.0375 } } }),
  ),
  'a model': {
    op: 'get_model',
    answer: { body: respelled(modelBody('acme/talker'), [['1790000000', '1790000000.0']]) },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
});

/** After 2038, in seconds; and numbers of bytes and tokens beyond 32 bits. */
const later = 4_102_444_800;
const item = { url: 'https://files.example.com/1.png', type: 'image/png', bytes: 5_000_000_000 };
const many = { prompt_tokens: 3_000_000_000, completion_tokens: 1_500_000_000, total_tokens: 4_500_000_000 };
const numberSize = tolerates('client.answer.number-size', 'numbers beyond 32 bits', {
  'a job with a large file': jobHeard(jobBody('succeeded', { output: [item] })),
  'a job with a large file, waited for': jobHeard(jobBody('succeeded', { output: [item] }), 'wait_job'),
  'a completion of many tokens': chatHeard(completion('fine', { usage: many })),
  'a completion made after 2038': chatHeard(completion('fine', { created: later })),
  'a job of many units': jobHeard(
    jobBody('succeeded', { usage: { units: { bytes: 9_007_199_254_740_991 }, cost: {} } }),
  ),
  'chunks made after 2038': streamHeard(
    ...[chunk('fi'), chunk('ne'), chunk(undefined, 'stop')].map((one) => event({ ...one, created: later })),
    event({ ...chunk(undefined), choices: [], usage: many }),
  ),
  'a model made after 2038': modelHeard(modelBody('acme/talker', { created: later })),
});

/** Numbers as JSON lets the service write them (Resources). */
const numbers: readonly ClientCheck[] = [numberSpelling, numberSize];
export default numbers;
