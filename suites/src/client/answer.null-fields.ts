import type { ClientRequest, JsonObject, ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { chunk, completion, errorAnswer, event, jobBody, modelBody } from '../support/client/replies.ts';
import {
  chatHeard,
  isIn,
  jobHeard,
  streamHeard,
  type ToleratedAnswer,
  tolerates,
} from '../support/client/tolerates.ts';

/** The optional fields of a job that has none of them yet, or never. */
const noTimes = { started_at: null, completed_at: null, retry_of: null };
const queued = jobBody('queued', { ...noTimes, output: null, usage: null, error: null });
const succeeded = jobBody('succeeded', { started_at: null, retry_of: null, usage: null, error: null });
const item = { type: 'image/png', purged_at: null, checksum_sha256: null, bytes: null, url_expires_at: null };

const message = { role: 'assistant', content: 'fine', tool_calls: null, function_call: null, refusal: null };
const plainChunks = [chunk('fi'), chunk('ne'), chunk(undefined, 'stop')];
const inEachChunk = (more: JsonObject) => streamHeard(...plainChunks.map((one) => event({ ...one, ...more })));
const inEachDelta = (more: JsonObject) =>
  streamHeard(
    ...['fi', 'ne'].map((content) =>
      event({ ...chunk(undefined), choices: [{ index: 0, delta: { ...more, content }, finish_reason: null }] }),
    ),
  );

const nullInErrors = { request_id: null, generation_id: null, retry_after_ms: null, attempts: null };
const conflictFields = { state: null, usage: null, cost: null };
const refused = (op: ToleratedAnswer['op'], code: string, more: JsonObject): ToleratedAnswer => ({
  op,
  answer: errorAnswer(code, more),
  hears: (answer: DriverAnswer) => !answer.ok && answer.error.code === code,
});

/** Where the case's files are: beside its routes. */
const file = '/output/1';
function outputOf({ path, exchange }: ClientRequest): ScriptedAnswer {
  if (path === file) return { body: 'file' };
  const url = exchange.request.url.replace(/\/v1\/.*$/, file);
  return { body: jobBody('succeeded', { output: [{ ...item, url }] }) };
}

/** A field that may be absent is absent where it is null (Resources; Errors). */
const nullFields: ClientCheck = tolerates('client.answer.null-fields', 'null in the place of optional fields', {
  'a succeeded job, waited for': jobHeard(succeeded, 'wait_job'),
  'a succeeded job': jobHeard(succeeded),
  'a queued job': jobHeard(queued),
  'an accepted job': { op: 'create_image', answer: { status: 202, body: queued }, hears: isIn('queued') },
  'a canceled job': {
    op: 'cancel_job',
    answer: { body: jobBody('canceled', { ...noTimes, output: null, usage: null, error: null }) },
    hears: isIn('canceled'),
  },
  'an output item': jobHeard({ ...succeeded, output: [{ ...item, url: 'https://files.example.com/1' }] }),
  'an output item that is opened': {
    op: 'open_output',
    params: { job_id: 'job_1', place: 0 },
    answer: outputOf,
    hears: (answer) => answer.ok && answer.result.bytes === 4,
  },
  'the error of each chunk': inEachChunk({ error: null }),
  'the usage of each chunk': inEachChunk({ usage: null }),
  'the fields of each delta': inEachDelta({ role: null, tool_calls: null, refusal: null }),
  'the usage of a completion': chatHeard(completion('fine', { usage: null })),
  'the error of a completion': chatHeard(completion('fine', { error: null })),
  'the fields of a message': chatHeard(completion('fine', { choices: [{ index: 0, message, finish_reason: 'stop' }] })),
  'the inputs of a model': {
    op: 'get_model',
    answer: { body: modelBody('acme/talker', { inputs: null }) },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
  'the optional fields of an error': refused('chat', 'forbidden', { ...nullInErrors, ...conflictFields }),
  'the optional fields of a refused stream': refused('chat_stream', 'invalid_request', nullInErrors),
  'the wait of an error that may be sent again': refused('chat', 'rate_limited', nullInErrors),
});
export default nullFields;
