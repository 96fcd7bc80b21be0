import type { Draw } from '../fuzz/draw.ts';
import type { Asked, KeyName, Step } from './asked.ts';

const chats = '/v1/chat/completions';
const images = '/v1/images/generations';
const audio = '/v1/audio/transcriptions';

const prompts = ['one', 'two words', 'Zoë 💥', 'fail 500', 'fail 429', 'empty', 'x'.repeat(900)];
const keys: readonly KeyName[] = ['restricted', 'deleted', 'expired', 'capped', 'unknown', 'none'];
const models = ['diff/text', 'diff/other', 'diff/pair', 'diff/broken', 'diff/none', 'nonsense', 'diff/image'];

/** Fields that are wrong, or odd and right, in an otherwise good chat. */
const chatFields: readonly object[] = [
  ...[{ model: 7 }, { model: null }, { model: '' }, { messages: 'x' }, { messages: null }, { messages: [] }],
  ...[{ stream: 'yes' }, { stream: null }, { max_tokens: 'x' }, { max_tokens: 1.5 }, { max_tokens: 5 }],
  ...[{ temperature: 'hot' }, { temperature: 0.3 }, { tools: {} }, { tools: [] }, { response_format: 'json' }],
  ...[{ response_format: { type: 'xml' } }, { provider: [] }, { provider: { only: ['nobody'] } }, { svc: 7 }],
  ...[{ models: 'x' }, { models: [7] }, { models: Array(6).fill('diff/text') }, { models: ['diff/other'] }],
  ...[{ model: 'diff/broken', models: ['diff/other'] }, { model: 'diff/none', models: ['diff/text'] }, { own: 1 }],
];
const badBodies: readonly string[] = ['', '{', '[]', 'null', '7', '"x"', '{"model":}', '\u0000', '[[[[[['];
const jobFields: readonly object[] = [
  { model: 7 },
  { model: 'diff/none' },
  { model: 'diff/text' },
  { models: 'x' },
  { retry_of: 7 },
];

const message = (content: string) => [{ role: 'user', content }];

/** A chat of some kind. */
function chat(draw: Draw): Asked {
  const label = draw.chance(0.5) ? 'chat' : 'stream';
  const good = { model: draw.one(models), messages: message(draw.one(prompts)), stream: label === 'stream' };
  if (draw.chance(0.1)) return { label: 'chat body', method: 'POST', path: chats, body: draw.one(badBodies) };
  if (draw.chance(0.4)) {
    return { label: `${label} field`, method: 'POST', path: chats, body: { ...good, ...draw.one(chatFields) } };
  }
  const key = draw.chance(0.2) ? draw.one(keys) : 'main';
  return { label, method: 'POST', path: chats, body: good, key };
}

const reads: readonly Asked[] = [
  { label: 'models', method: 'GET', path: '/v1/models' },
  { label: 'models', method: 'GET', path: '/v1/models', key: 'restricted' },
  ...models.map((id): Asked => ({ label: 'model', method: 'GET', path: `/v1/models/${id}` })),
  { label: 'unknown job', method: 'GET', path: '/v1/jobs/job_none' },
  { label: 'unknown job', method: 'POST', path: '/v1/jobs/job_none/cancel' },
  { label: 'unknown route', method: 'GET', path: '/v1/nothing' },
  { label: 'unknown route', method: 'POST', path: '/v2/chat/completions', body: {} },
  { label: 'other method', method: 'GET', path: chats },
  { label: 'other method', method: 'POST', path: '/v1/models', body: {} },
  { label: 'other method', method: 'DELETE', path: '/v1/jobs/job_none' },
  ...keys.map((key): Asked => ({ label: `models of ${key}`, method: 'GET', path: '/v1/models', key })),
];

/** Requests that do not depend on one another: several lanes, some of them with several requests in one write. */
function side(draw: Draw): Step {
  const one = () => (draw.chance(0.5) ? draw.one(reads) : chat(draw));
  return Array.from({ length: 1 + draw.below(3) }, () => Array.from({ length: 1 + draw.below(3) }, one));
}

/** A request under an Idempotency-Key, again, and again with another body. */
function keyed(draw: Draw, key: string, number: number): readonly Step[] {
  const headers = { 'Idempotency-Key': key };
  const isJob = draw.chance(0.5);
  const body = isJob
    ? { model: 'diff/image', prompt: key }
    : { model: 'diff/text', messages: message(key), stream: false };
  const asked = { method: 'POST', path: isJob ? images : chats, headers };
  const again = { ...asked, label: `repeat of a ${isJob ? 'job' : 'chat'}`, body };
  const other = { ...asked, label: 'key with another body', body: { ...body, own: 1 } };
  return [
    [[{ ...asked, label: isJob ? 'job' : 'chat', body }]],
    [[again]],
    [[other]],
    ...(isJob ? [endOf(number)] : []),
  ];
}

const endOf = (number: number): Step => [
  [{ label: 'job end', method: 'GET', path: `/v1/jobs/{job ${number}}`, untilFinal: true }],
];

/** A job from its submission to its end, and what is asked of it then. */
function job(draw: Draw, number: number): readonly Step[] {
  const path = draw.chance(0.5) ? images : audio;
  const inputs = path === images ? { prompt: draw.one(prompts) } : { audio_url: 'https://audio.example.com/a.wav' };
  const body = { model: path === images ? 'diff/image' : 'diff/audio', ...inputs };
  if (draw.chance(0.3))
    return [[[{ label: 'job field', method: 'POST', path, body: { ...body, ...draw.one(jobFields) } }]]];
  const cancel = { label: 'cancel of a finished job', method: 'POST', path: `/v1/jobs/{job ${number}}/cancel` };
  return [[[{ label: 'job', method: 'POST', path, body }]], endOf(number), [[cancel]]];
}

const setting = (label: string, rest: string, body: unknown, method = 'PUT'): Step => [
  [{ label, method, path: `{account}${rest}`, body, key: 'none' }],
];

/** Something about the account is changed for a few requests, and put back. */
function changed(draw: Draw): readonly Step[] {
  const some = Array.from({ length: 2 }, (): Step => [[chat(draw)]]);
  return draw.one([
    [setting('credit', '/credit', { usd: 0 }), ...some, setting('credit', '/credit', { usd: 1_000 })],
    [
      setting('trouble', '/trouble', { stale_configuration: true }),
      ...some,
      setting('trouble', '/trouble', { stale_configuration: false }),
    ],
    [
      setting('rate limit', '/rate-limit', { limit: { requests: 1, window_ms: 60_000 } }),
      ...some,
      setting('rate limit', '/rate-limit', { limit: null }),
    ],
    [setting('clock', '/clock/advance', { ms: 1 + draw.below(3_600_000) }, 'POST')],
    [[[{ label: 'usage', method: 'GET', path: '{account}/usage', key: 'none' }]]],
  ]);
}

/** A sequence of at least so many steps; it follows from the draw alone. */
export function drawSteps(draw: Draw, count: number): readonly Step[] {
  const steps: Step[] = [];
  let jobs = 0;
  while (steps.length < count) {
    const kind = draw.below(10);
    if (kind < 6) steps.push(side(draw));
    else if (kind < 7) steps.push(...changed(draw));
    else {
      const more = kind < 8 ? keyed(draw, `key ${steps.length}`, jobs) : job(draw, jobs);
      steps.push(...more);
      // Counted by what was asked: parties that accept different jobs differ at once.
      jobs += more.some((step) => step.some((lane) => lane.some(({ label }) => label === 'job'))) ? 1 : 0;
    }
  }
  return steps;
}
