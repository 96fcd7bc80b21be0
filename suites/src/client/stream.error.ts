import { besideControl, type ClientWorld, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectFailure, expectOk, reportOf, requireFailure } from '../support/client/expectations.ts';
import { attempt, operations } from '../support/client/operations.ts';
import { chunk, errorObject, event, refusalAtOnce, streamOfPieces } from '../support/client/replies.ts';
import { controlStream, stream } from '../support/client/streams.ts';

const done = 'data: [DONE]\n\n';
const begun = streamOfPieces(['Hello ', 'world', '.']).slice(0, 3);
const failure = (code = 'provider_unavailable', more: object = {}, reported: object = {}) =>
  event({ ...more, error: errorObject(code, { ...reported }) });
const callPiece = event({
  ...chunk(undefined),
  choices: [
    {
      index: 0,
      delta: {
        tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"a":' } }],
      },
      finish_reason: null,
    },
  ],
});
const usage = event({ ...chunk(undefined), choices: [], usage: { total_tokens: 8 } });
const long = streamOfPieces(Array.from({ length: 200 }, (_, place) => `piece ${place} `)).slice(0, 201);

/** A check of errors that must be noticed; `control` shows where another rule is broken instead. */
function noticed(
  rule: string,
  what: string,
  rows: Readonly<Record<string, readonly string[]>>,
  control: (world: ClientWorld) => Promise<void> = controlNoticed,
): ClientCheck {
  return clientRows(rule, rows, async (world, events) => {
    await controlStream(world);
    await besideControl(
      async () => expectFailure(world, await stream(world, { events }), what),
      () => control(world),
    );
  });
}
/** A code of each kind, for errors in streams that a client must notice. */
const codeOfKind: Readonly<Record<string, string>> = {
  terminal: 'moderation_refused',
  unknown: 'internal_error',
  timeout: 'request_timeout',
  rate_limit: 'rate_limited',
};

/** A plain error in the last chunk of a stream, of the usual kind and of that of `code`, is reported as a failure: only then does one elsewhere, or its code, show anything. */
async function controlNoticed(world: ClientWorld, code?: string): Promise<void> {
  const ofKind = codeOfKind[errorTable.get(code ?? '')?.kind ?? ''];
  for (const one of ofKind === undefined ? [undefined] : [undefined, ofKind]) {
    const plain = await stream(world, { events: [...begun, failure(one), done] });
    requireFailure(plain, 'an error in a stream', 'client.stream.error-noticed');
  }
}

const noticedRows: Readonly<Record<string, readonly string[]>> = {
  'after content': [...begun, failure(), done],
  'of kind terminal': [...begun, failure('moderation_refused'), done],
  'of kind unknown': [...begun, failure('internal_error'), done],
  'of kind timeout': [...begun, failure('request_timeout'), done],
  'of kind rate_limit': [...begun, failure('rate_limited'), done],
  'at once with [DONE]': [...begun, `${failure()}${done}`],
  'the whole stream at once': [[...begun, failure(), done].join('')],
  'after the role alone': [...begun.slice(0, 1), failure(), done],
  'after a finish reason': [...begun, event(chunk(undefined, 'stop')), failure(), done],
  'after the finish reason tool_calls': [...begun, event(chunk(undefined, 'tool_calls')), failure(), done],
  'after a piece of a tool call': [...begun, callPiece, failure(), done],
  'after usage': [...begun, event(chunk(undefined, 'stop')), usage, failure(), done],
  'of a code that no table lists': [...begun, failure('provider_unavailable', {}, { code: 'brand_new_code' }), done],
  'with an empty message': [...begun, failure('provider_unavailable', {}, { message: '' }), done],
  'with all that an error may hold': [
    ...begun,
    failure(
      'provider_unavailable',
      {},
      {
        request_id: 'req_1',
        generation_id: 'gen_1',
        retry_after_ms: 1_000,
        attempts: [{ status: 502, kind: 'unavailable' }],
      },
    ),
    done,
  ],
  'after two hundred pieces': [...long, failure(), done],
};
const errorNoticed = noticed(
  'client.stream.error-noticed',
  'an error in the last chunk',
  noticedRows,
  async () => undefined,
);

const beside = (more: object) => [...begun, failure('provider_unavailable', more), done];
const errorBeside = noticed('client.stream.error-beside-content', 'an error in a chunk with id, model and choices', {
  'an empty delta': beside(chunk(undefined)),
  'more content': beside(chunk('more')),
  'a finish reason': beside(chunk(undefined, 'stop')),
  'the finish reason error': beside(chunk(undefined, 'error')),
  'empty choices': beside({ ...chunk(undefined), choices: [] }),
  usage: beside({ ...chunk(undefined), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
});

const errorFirst = noticed('client.stream.error-first', "an error in a stream's first chunk", {
  alone: [failure(), done],
  'with choices': [failure('provider_unavailable', chunk(undefined)), done],
  'of kind terminal': [failure('moderation_refused'), done],
  'after a comment': [': wait\n\n', failure(), done],
});

const codes = [
  'provider_unavailable',
  'provider_empty_response',
  'upstream_timeout',
  'internal_error',
  'moderation_refused',
  'rate_limited',
  'request_timeout',
];
/** All that the service may send; some are rare in a stream that has begun. */
const otherCodes = [...errorTable.values()]
  .filter(({ code, status }) => status !== null && !codes.includes(code))
  .map(({ code }) => code);
const codeRows: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(codes.map((code) => [code, [code]])),
  'each other code': otherCodes,
};
const errorCode = clientRows('client.stream.error-code', codeRows, async (world, row) => {
  await controlStream(world);
  for (const code of row) {
    const answer = await stream(world, { events: [...begun, failure(code), done] });
    await besideControl(
      () => expectFailure(world, answer, 'a failure in a stream', code),
      () => controlNoticed(world, code),
    );
  }
});

const breaks: Readonly<Record<string, ScriptedAnswer>> = {
  'an error chunk': { events: [...begun, failure(), done] },
  'an error chunk of kind unknown': { events: [...begun, failure('internal_error'), done] },
  'a lost connection': { events: begun, ending: 'cut' },
  'a missing [DONE]': { events: begun },
};

const notRetriedSilently = clientRows('client.stream.error-not-retried-silently', breaks, async (world, broken) => {
  await controlStream(world);
  const { answer } = await attempt(world, operations.chat_stream, [
    broken,
    { events: streamOfPieces(['other words']) },
  ]);
  const heard = answer.ok ? answer.result : (answer.partial ?? {});
  expectThat(world, !String(heard.content).includes('other words'), {
    expected: 'a failure after content not to be hidden by the content of a new request',
    observed: reportOf(answer),
  });
});

const refused = clientRows(
  'client.stream.refused',
  [
    'invalid_request',
    'forbidden',
    'context_length_exceeded',
    'unauthorized',
    'insufficient_credit',
    'no_endpoint_available',
    'retention_expired',
    'internal_error',
    'provider_unavailable',
  ],
  async (world, code) => {
    const good = await stream(world, { events: streamOfPieces(['Hello']) });
    expectOk(world, good, 'a plain stream');
    expectFailure(world, await stream(world, refusalAtOnce(code)), 'a refused stream', code);
  },
);

/** Failures of streams (Endpoints › Streaming rules). */
const failures: readonly ClientCheck[] = [
  errorNoticed,
  errorBeside,
  errorFirst,
  errorCode,
  notRetriedSilently,
  refused,
];
export default failures;
