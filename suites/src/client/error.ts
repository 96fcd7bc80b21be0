import {
  besideControl,
  type ClientWorld,
  controlThat,
  DriverSilent,
  expectThat,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { unlessSilent } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlChat, expectFailure, reportOf } from '../support/client/expectations.ts';
import { jobForms } from '../support/client/job-forms.ts';
import { attempt, controlOperation, controlServed, type Operation, operations } from '../support/client/operations.ts';
import {
  errorObject,
  event,
  failingStream,
  jobBody,
  refusalAtOnce,
  streamOfPieces,
} from '../support/client/replies.ts';
import { controlReported } from '../support/client/reported-errors.ts';

const { chat } = operations;
/** Codes that a client can be sent on the shown routes (Errors › Codes). */
const sent = [...errorTable.values()].filter(({ code, status }) => status !== null && code !== 'run_not_found');
const isRetryable = (code: string) => errorTable.get(code)?.kind !== 'terminal';
const others = Object.values(operations).filter(({ op }) => op !== 'chat');
interface CodeRow {
  readonly operation: Operation;
  readonly code: string;
  /** Codes of the failures before it, each of which invites a retry. */
  readonly before?: readonly string[];
}
/** A client may read the errors of each operation in a way of its own, and other rules depend on all of them. */
const ofEachOperation: Readonly<Record<string, CodeRow>> = Object.fromEntries(
  others.map((operation) => [`forbidden for ${operation.op}`, { operation, code: 'forbidden' }]),
);
const codeRows: Readonly<Record<string, CodeRow>> = {
  ...ofEachOperation,
  ...Object.fromEntries(sent.map(({ code }) => [code, { operation: chat, code }])),
  'forbidden after provider_unavailable': { operation: chat, code: 'forbidden', before: ['provider_unavailable'] },
  'model_not_found after upstream_timeout': {
    operation: operations.get_model,
    code: 'model_not_found',
    before: ['upstream_timeout'],
  },
};

async function expectCode(world: ClientWorld, { operation, code, before = [] }: CodeRow): Promise<void> {
  const answers = [...before, code].map((one) => refusalAtOnce(one));
  const heard = await attempt(world, operation, answers, { limitMs: 20_000 }).catch((error: unknown) => {
    if (error instanceof DriverSilent && isRetryable(code)) throw new NotExercised('the client was still trying');
    throw error;
  });
  if (heard.requests.length < answers.length) throw new NotExercised('the client does not retry so often');
  expectFailure(world, heard.answer, `an error ${code}`, code);
}

const codeReported = clientRows('client.error.code-reported', codeRows, async (world, row) => {
  await controlServed(world, row.operation);
  await expectCode(world, row);
});

/** The codes of each status that several share. */
const groups: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...new Set(sent.map(({ status }) => status))]
    .map((status): [string, string[]] => [
      `status ${status}`,
      sent.filter((row) => row.status === status).map(({ code }) => code),
    ])
    .filter(([, codes]) => codes.length > 1),
);
const oneStatus = clientRows('client.error.codes-of-one-status', groups, async (world, codes) => {
  await controlChat(world);
  for (const code of codes) await expectCode(world, { operation: chat, code });
});

const newCode = (status: number, kind: string): ScriptedAnswer => ({
  status,
  body: { error: { ...errorObject('invalid_request'), code: 'brand_new_code', kind } },
});
/** The same in a stream that has begun. */
const newCodeInStream: ScriptedAnswer = {
  events: [
    ...streamOfPieces(['Hello']).slice(0, 2),
    event({ error: { ...errorObject('invalid_request'), code: 'brand_new_code', kind: 'unavailable' } }),
    'data: [DONE]\n\n',
  ],
};
interface Unlisted {
  readonly operation?: Operation;
  readonly answer: ScriptedAnswer;
  readonly most: number;
  /** The same error with a code of the table. Default: a refusal of kind terminal. */
  readonly listed?: Listed;
}
/** An error with a code of the table, and what covers it where it is sent again more often than its kind allows. */
interface Listed {
  readonly answer: ScriptedAnswer;
  readonly code: string;
  readonly most: number;
  readonly rule: string;
}
const terminalListed = (status = 400, rule = 'client.retry.terminal'): Listed => ({
  answer: { status, body: { error: errorObject('invalid_request') } },
  code: 'invalid_request',
  most: 1,
  rule,
});
const unknownListed: Listed = {
  answer: refusalAtOnce('internal_error'),
  code: 'internal_error',
  most: 2,
  rule: 'client.retry.unknown-once',
};
const listedInStream: Listed = {
  answer: failingStream('provider_unavailable'),
  code: 'provider_unavailable',
  most: Number.POSITIVE_INFINITY,
  rule: 'client.retry.ends',
};

/** An error with a code of the table is reported with it, and sent again no more often than its kind allows: only then does a new code show anything. */
async function controlListed(world: ClientWorld, operation: Operation, { answer, code, most, rule }: Listed) {
  await controlReported(world, operation, [answer], code);
  const { requests } = await attempt(world, operation, [answer]);
  const isLook = operation.op === 'cancel_job' && requests.length === 2;
  controlThat(requests.length <= most || isLook, `a refusal with ${code} is sent ${requests.length} times`, rule);
}

const unlistedRows: Readonly<Record<string, Unlisted>> = {
  'in a stream': {
    operation: operations.chat_stream,
    answer: newCodeInStream,
    most: Number.POSITIVE_INFINITY,
    listed: listedInStream,
  },
  'terminal with 400': { answer: newCode(400, 'terminal'), most: 1 },
  'terminal with 503': {
    answer: newCode(503, 'terminal'),
    most: 1,
    listed: terminalListed(503, 'client.retry.terminal-with-retry-status'),
  },
  'terminal with 429': { answer: newCode(429, 'terminal'), most: 1 },
  'unknown with 500': { answer: newCode(500, 'unknown'), most: 2, listed: unknownListed },
  ...Object.fromEntries(
    others.map((operation) => [
      `terminal for ${operation.op}`,
      // A client may look whether a job that it can't cancel has ended (freedom F152).
      operation.op === 'cancel_job'
        ? { operation, answer: newCode(409, 'terminal'), most: 2 }
        : { operation, answer: newCode(400, 'terminal'), most: 1 },
    ]),
  ),
};
const unlisted = clientRows(
  'client.error.unlisted-code',
  unlistedRows,
  async (world, { operation = chat, answer, most, listed = terminalListed() }) => {
    await controlOperation(world, operation);
    const heard = await attempt(world, operation, [answer]);
    const state = () => {
      expectFailure(world, heard.answer, 'an error with a code that the table does not list', 'brand_new_code');
      expectThat(world, heard.requests.length <= most, {
        expected: `${most - 1} retries at most`,
        observed: `${heard.requests.length} requests`,
      });
    };
    await besideControl(state, () => controlListed(world, operation, listed));
  },
);

const html = { 'content-type': 'text/html' };
const bare: Readonly<Record<string, ScriptedAnswer>> = {
  'a page': { status: 400, headers: html, body: '<html>Bad Request</html>' },
  nothing: { status: 400, body: '' },
  'other JSON': { status: 400, body: '{"detail":"no"}' },
  'the word null': { status: 400, body: 'null' },
  'an error that is text': { status: 400, body: '{"error":"no"}' },
  'an error that is null': { status: 403, body: '{"error":null}' },
  'an empty error': { status: 404, body: '{"error":{}}' },
  'JSON cut short': { status: 400, body: '{"error":{"code":"inva' },
  'a page of a proxy': { status: 502, headers: html, body: '<html>Bad Gateway</html>' },
  'a reply with an error status': { status: 404, body: chat.served.body },
};
interface Bare {
  readonly operation: Operation;
  readonly answers: readonly ScriptedAnswer[];
}
/** What each operation meets, one call after the other. */
const bareAnywhere = ['a page', 'nothing', 'other JSON', 'an empty error'].flatMap((name) => bare[name] ?? []);
const bareRows: Readonly<Record<string, Bare>> = {
  ...Object.fromEntries(Object.entries(bare).map(([name, answer]) => [name, { operation: chat, answers: [answer] }])),
  ...Object.fromEntries(
    others.map((operation) => [
      `each for ${operation.op}`,
      {
        operation,
        answers: operation.op === 'cancel_job' ? [...bareAnywhere, { status: 409, body: '' }] : bareAnywhere,
      },
    ]),
  ),
};
const noEnvelope = clientRows('client.error.no-envelope', bareRows, async (world, { operation, answers }) => {
  await controlOperation(world, operation);
  for (const answer of answers) {
    const heard = await attempt(world, operation, [answer], { limitMs: 20_000 }).catch(unlessSilent);
    // A client that goes on trying has not reported a success.
    if (heard !== undefined) expectFailure(world, heard.answer, 'an error without an envelope');
  }
});

interface JobFailure {
  readonly op: 'get_job' | 'wait_job';
  readonly code: string;
  /** Of a poll that fails before. */
  readonly before?: string;
  /** Of further jobs, each in the usual form. */
  readonly further?: readonly string[];
}
const jobCodes = ['provider_unavailable', 'retention_expired', 'moderation_refused', 'internal_error'];
const [firstOther = '', ...further] = sent.map(({ code }) => code).filter((code) => !jobCodes.includes(code));
const jobRows: Readonly<Record<string, JobFailure>> = Object.fromEntries(
  (['wait_job', 'get_job'] as const).flatMap((op) => [
    ...jobCodes.map((code): [string, JobFailure] => [`${op}: ${code}`, { op, code }]),
    [`${op}: each other code`, { op, code: firstOther, further }],
  ]),
);
/** A poll that failed before says nothing of why the job did. */
const afterPolls: Readonly<Record<string, JobFailure>> = Object.fromEntries(
  ['snapshot_expired', 'rate_limited'].map((before) => [
    `wait_job: moderation_refused after a poll that failed with ${before}`,
    { op: 'wait_job', code: 'moderation_refused', before },
  ]),
);
const jobFailed = clientRows<JobFailure>(
  'client.error.job-failed',
  { ...jobRows, ...afterPolls },
  async (world, row) => {
    const { op, before } = row;
    world.answer(() => operations.get_job.served);
    const good = await world.call(op, { job_id: 'job_1' });
    controlThat(
      good.ok && good.result.state === 'succeeded',
      `a succeeded job is not reported as such: ${reportOf(good)}`,
      'client.job.polls-until-final',
    );
    const formed = Object.entries(jobForms('failed')).map(([form, body]) => ({ code: row.code, form, body }));
    const others = (row.further ?? []).map((code) => ({ code, form: 'as usual', body: jobBody('failed') }));
    for (const { code, form, body } of [...formed, ...others]) {
      const { kind, message } = errorObject(code);
      // A job's error may have no scope (freedom F083).
      const error = { code, kind, message, ...(form === 'without times' ? {} : { scope: 'route' }) };
      let reads = 0;
      world.answer(() => {
        reads += 1;
        return before !== undefined && reads === 1 ? refusalAtOnce(before) : { body: { ...body, error } };
      });
      const answer = await world.call(op, { job_id: 'job_1' });
      if (before !== undefined && reads === 1) throw new NotExercised('the client ends the wait at a poll that fails');
      const heard = answer.ok ? ((answer.result.error ?? {}) as { code?: unknown }).code : answer.error.code;
      expectThat(world, heard === code && !(answer.ok && answer.result.state !== 'failed'), {
        expected: `a failed job ${form} with code ${code}`,
        observed: reportOf(answer),
      });
    }
  },
);

/** Errors as a client reports them (Errors). */
const byAnswer: readonly ClientCheck[] = [codeReported, oneStatus, unlisted, noEnvelope, jobFailed];

export default byAnswer;
