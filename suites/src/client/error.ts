import { type ClientWorld, expectThat, NotExercised } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, expectFailure, told } from '../support/client/expectations.ts';
import { errorAnswer, errorObject, jobBody } from '../support/client/replies.ts';

const terminal = [
  'invalid_request',
  'policy_conflict',
  'unauthorized',
  'budget_exceeded',
  'forbidden',
  'no_endpoint_available',
  'idempotency_conflict',
  'payload_too_large',
];

/** Answers a chat with an error and returns what the caller was told, with how many requests it took. */
async function fail(
  world: ClientWorld,
  answer: ReturnType<typeof errorAnswer>,
): Promise<{ readonly answer: DriverAnswer; readonly sent: number }> {
  const before = world.requests().length;
  world.answer(() => answer);
  return { answer: await world.call('chat', chatParams), sent: world.requests().length - before };
}

const codeReported = clientRows('client.error.code-reported', terminal, async (world, code) => {
  await controlChat(world);
  expectFailure(world, (await fail(world, errorAnswer(code))).answer, `an error ${code}`, code);
});

/** What a client does must not depend on words: the same error in other words has the same outcome. */
function sameOutcome(rule: string, change: object) {
  return clientRows(rule, ['invalid_request', 'forbidden'], async (world, code) => {
    await controlChat(world);
    const plain = await fail(world, errorAnswer(code));
    const other = await fail(world, errorAnswer(code, change as Record<string, unknown>));
    const codeOf = ({ answer }: typeof plain) => (answer.ok ? 'success' : answer.error.code);
    expectThat(world, plain.sent === other.sent && codeOf(plain) === codeOf(other), {
      expected: `the same outcome: ${codeOf(plain)} after ${plain.sent} requests`,
      observed: `${codeOf(other)} after ${other.sent} requests`,
    });
  });
}

const notByMessage = sameOutcome('client.error.not-by-message', {
  message: 'Rate limit exceeded, timeout, please try again later (insufficient_quota).',
});
const notByType = sameOutcome('client.error.not-by-type', { type: 'rate_limit_error' });

const oneStatus = clientRows(
  'client.error.codes-of-one-status',
  [
    ['budget_exceeded', 'insufficient_credit'],
    ['forbidden', 'moderation_refused'],
    ['invalid_request', 'context_length_exceeded'],
  ],
  async (world, codes) => {
    await controlChat(world);
    for (const code of codes)
      expectFailure(world, (await fail(world, errorAnswer(code))).answer, `an error ${code}`, code);
  },
);

const unlisted = clientCheck('client.error.unlisted-code', async (world) => {
  await controlChat(world);
  const { answer, sent } = await fail(world, {
    status: 400,
    body: { error: { ...errorObject('invalid_request'), code: 'brand_new_code' } },
  });
  expectFailure(world, answer, 'an error with a code that the table does not list', 'brand_new_code');
  expectThat(world, sent === 1, { expected: 'no retry of a terminal error', observed: `${sent} requests` });
});

const unknownFields = clientCheck('client.error.unknown-fields', async (world) => {
  await controlChat(world);
  const { answer } = await fail(world, errorAnswer('forbidden', { hint: { see: 'docs' }, retryable: false }));
  expectFailure(world, answer, 'an error with unknown fields', 'forbidden');
});

const optionalFields = clientCheck('client.error.optional-fields', async (world) => {
  await controlChat(world);
  const { answer } = await fail(world, errorAnswer('forbidden', { scope: null }));
  expectFailure(world, answer, 'an error without its optional fields', 'forbidden');
});

const requestId = clientCheck('client.error.request-id', async (world) => {
  await controlChat(world);
  const { answer } = await fail(world, errorAnswer('forbidden', { request_id: 'req_77' }));
  expectFailure(world, answer, 'an error', 'forbidden');
  if (answer.ok || answer.error.request_id === undefined) throw new NotExercised('the client tells no request id');
  expectThat(world, answer.error.request_id === 'req_77', { expected: 'req_77', observed: answer.error.request_id });
});

const noEnvelope = clientRows(
  'client.error.no-envelope',
  ['<html>Bad Gateway</html>', '', '{"detail":"no"}', 'null'],
  async (world, body) => {
    await controlChat(world);
    world.answer(() => ({ status: 400, body }));
    expectFailure(world, await world.call('chat', chatParams), 'a 400 without an envelope');
  },
);

const jobFailed = clientCheck('client.error.job-failed', async (world) => {
  world.answer(() => ({ body: jobBody('succeeded') }));
  const good = await world.call('get_job', { job_id: 'job_1' });
  expectThat(world, good.ok && good.result.state === 'succeeded', {
    expected: 'a succeeded job',
    observed: told(good),
  });
  world.answer(() => ({ body: jobBody('failed') }));
  const answer = await world.call('wait_job', { job_id: 'job_1' });
  const code = answer.ok ? ((answer.result.error ?? {}) as { code?: unknown }).code : answer.error.code;
  expectThat(world, code === 'provider_unavailable' && !(answer.ok && answer.result.state === 'succeeded'), {
    expected: 'a failed job with code provider_unavailable',
    observed: told(answer),
  });
});

/** Errors as a client tells them (Errors). */
const errors: readonly ClientCheck[] = [
  codeReported,
  notByMessage,
  notByType,
  oneStatus,
  unlisted,
  unknownFields,
  optionalFields,
  requestId,
  noEnvelope,
  jobFailed,
];
export default errors;
