import { type DriverAnswer, type DriverOperation, errorTable, type JsonObject } from '@gateproof/spec';
import { groups } from './fields.ts';
import type { Play, Talk } from './mutant.ts';

/** Something that a client does at the wrong time, or not. */
export interface Command {
  readonly area: string;
  readonly what: string;
  readonly how: string;
  readonly ops: readonly DriverOperation[];
  readonly words: RegExp;
  readonly play: Play;
}

const states = ['queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
const isFinal = (state: string) => !['queued', 'processing'].includes(state);
const pauseMs = 300;
const ok = (result: JsonObject): DriverAnswer => ({ id: 0, ok: true, result });
const failure = (error: JsonObject): DriverAnswer => ({ id: 0, ok: false, error });
const emptyOf = (op: DriverOperation): JsonObject => {
  if (op === 'list_models') return { ids: [] };
  if (op.startsWith('chat')) return { content: '', ...(op === 'chat_stream' ? { complete: true } : {}) };
  return op === 'open_output' ? { bytes: 0 } : { id: 'job_1', state: 'succeeded', modality: 'text' };
};

/** What is done when an error of this code has come. */
type OnError = (code: string) => Play;
type Around = NonNullable<Play['around']>;
const hasCome = ({ codes }: Talk, code: string) => codes.at(-1) === code;

/** Sends a request, and does something more when its answer has the code. */
const afterCode =
  (code: string, more: (...asked: Parameters<Around>) => Promise<Response> | undefined): Around =>
  async (request, next, talk) => {
    const before = talk.codes.length;
    const reply = await next(request);
    const isNew = talk.codes.length > before && hasCome(talk, code);
    const other = isNew ? more(request, next, talk) : undefined;
    if (other !== undefined) talk.act();
    return (await other) ?? reply;
  };
const inAnswer = (
  code: string,
  change: (error: JsonObject, talk: Talk, again: () => Promise<DriverAnswer>) => DriverAnswer | Promise<DriverAnswer>,
): Play => ({
  settle(answer, talk, again) {
    if (answer.ok || ((answer.error as JsonObject).code ?? 'lost') !== code) return answer;
    talk.act();
    return change(answer.error as JsonObject, talk, again);
  },
});
const without =
  (name: string): OnError =>
  (code) =>
    inAnswer(code, (error) => failure(Object.fromEntries(Object.entries(error).filter(([key]) => key !== name))));

const onErrors: Readonly<Record<string, OnError>> = {
  'sent-again': (code) => ({
    around: afterCode(code, async (request, next, talk) => {
      await talk.pause(pauseMs);
      return next(request);
    }),
  }),
  'call-again': (code) => inAnswer(code, (_error, _talk, again) => again()),
  'not-again': (code) => ({
    async around(request, next, talk) {
      const kept = talk.kept.get('reply') as Response | undefined;
      if (kept !== undefined) {
        talk.act();
        return kept.clone();
      }
      const reply = await next(request);
      if (!reply.ok && hasCome(talk, code)) talk.kept.set('reply', reply.clone());
      return reply;
    },
  }),
  'at-once': (code) => ({ around: afterCode(code, (request, next) => next(request)) }),
  'new-key': (code) => ({
    around(request, next, talk) {
      if (!hasCome(talk, code) || request.headers['idempotency-key'] === undefined) return next(request);
      talk.act();
      return next({ ...request, headers: { ...request.headers, 'idempotency-key': `${talk.codes.length}-other-key` } });
    },
  }),
  'once-more': (code) => ({
    around: afterCode(code, (request, next, talk) =>
      talk.codes.length > 1 ? talk.pause(pauseMs).then(() => next(request)) : undefined,
    ),
  }),
  success: (code) => inAnswer(code, (_error, { op }) => ok(emptyOf(op))),
  'other-code': (code) =>
    inAnswer(code, (error) => failure({ ...error, code: code === 'forbidden' ? 'rate_limited' : 'forbidden' })),
  'other-error': (code) =>
    inAnswer(code, () => failure({ code: 'client_error', kind: 'unknown', message: 'It failed.' })),
  'no-message': without('message'),
  'no-request-id': without('request_id'),
  'no-code': without('code'),
  'no-kind': without('kind'),
  'no-status': without('status'),
};

const wordsOfErrors =
  /error|fail|refus|retr|again|kind|code|message|request.?id|status|wait|envelope|terminal|unknown|Idempotency/i;
const errorOps: readonly (readonly DriverOperation[])[] = groups.all.map((op) => [op]);
const senseless = (how: string, kind: string | null) =>
  kind === 'terminal' ? ['not-again', 'at-once', 'new-key', 'once-more'].includes(how) : how === 'sent-again';
const errorCommands = [...errorTable.values()].flatMap(({ code, kind, status }) =>
  status === null
    ? []
    : Object.entries(onErrors)
        .filter(([how]) => !senseless(how, kind))
        .flatMap(([how, on]) =>
          errorOps.map(
            (ops): Command => ({
              area: `error-${how}`,
              what: `${ops.join()}.${code}`,
              how,
              ops,
              words: wordsOfErrors,
              play: on(code),
            }),
          ),
        ),
);
const lostCommands = ['at-once', 'new-key', 'success', 'call-again'].flatMap((how) =>
  errorOps.map(
    (ops): Command => ({
      area: 'lost',
      what: ops.join(),
      how,
      ops,
      words: /lost|connection|again|retr|key/i,
      play: onErrors[how]?.('lost') ?? {},
    }),
  ),
);

/** What is given in the place of a job in this state. */
const asState = (from: string, state: string): Play => ({
  settle(answer, talk) {
    const result = answer.ok ? (answer.result as JsonObject) : undefined;
    const seen = result?.state ?? (answer.ok ? undefined : 'failed');
    if (seen !== from) return answer;
    talk.act();
    return ok({ id: String(talk.given.params?.job_id ?? result?.id), state });
  },
});
const asError = (from: string): Play => ({
  settle(answer, talk) {
    if (!answer.ok || (answer.result as JsonObject).state !== from) return answer;
    talk.act();
    return failure({ code: 'internal_error', kind: 'unknown', message: 'The job ended.' });
  },
});
const stateIn = async (reply: Response): Promise<unknown> =>
  (
    (await reply
      .clone()
      .json()
      .catch(() => ({}))) as JsonObject
  ).state;
const onState: Readonly<Record<string, (state: string) => Play>> = {
  'stops-there': (state) => ({
    async around(request, next, talk) {
      const reply = await next(request);
      if ((await stateIn(reply)) === state) talk.finish(ok({ id: String(talk.given.params?.job_id), state }));
      return reply;
    },
  }),
  'reads-on': (state) => ({
    async around(request, next, talk) {
      const reply = await next(request);
      if ((await stateIn(reply)) !== state) return reply;
      talk.act();
      await talk.pause(100);
      await next(request);
      return reply;
    },
  }),
  'waits-for-ever': (state) => ({
    received: (message) => {
      const body = message.body as JsonObject;
      return body?.state === state ? { ...message, body: { ...body, state: 'processing' } } : message;
    },
  }),
  succeeded: (state) => asState(state, 'succeeded'),
  failed: (state) => asState(state, 'failed'),
  canceled: (state) => asState(state, 'canceled'),
  error: asError,
};
const stateOps: readonly DriverOperation[] = [
  'create_image',
  'create_transcription',
  'get_job',
  'wait_job',
  'cancel_job',
];
const stateCommands = states.flatMap((state) =>
  Object.entries(onState).flatMap(([how, on]) =>
    stateOps
      .filter(
        (op) =>
          how !== state && (op === 'wait_job' ? how !== 'stops-there' || !isFinal(state) : !/there|ever/.test(how)),
      )
      .map(
        (op): Command => ({
          area: 'job-state',
          what: `${op}.${state}`,
          how,
          ops: [op],
          words: /state|job|poll|final|cancel|wait|fail/i,
          play: on(state),
        }),
      ),
  ),
);

/** How often, and whether at all, a request goes out. */
const repeats: Readonly<Record<string, Play>> = {
  'sent-twice': {
    async around(request, next, talk) {
      talk.act();
      await next(request);
      return next(request);
    },
  },
  unsent: {
    async around(request, next, talk) {
      const kept = talk.ofClient.get(request.url) as Response | undefined;
      if (kept !== undefined) talk.act();
      const reply = kept ?? (await next(request));
      if (reply.ok && !(reply.headers.get('content-type') ?? '').includes('stream'))
        talk.ofClient.set(request.url, reply.clone());
      return reply.clone();
    },
  },
  'sent-after-abort': {
    settle(answer, talk, again) {
      if (answer.ok || (answer.error as JsonObject).code !== undefined) return answer;
      talk.act();
      return again();
    },
  },
};
const repeatCommands = groups.all.flatMap((op) =>
  Object.entries(repeats).map(
    ([how, play]): Command => ({
      area: 'repeat',
      what: op,
      how,
      ops: [op],
      words: /once|again|twice|each|call|sends|retr|key|lost|abort|gives? up|anew|fresh/i,
      play,
    }),
  ),
);

const expiry = (at: string): Play => ({
  received: (message) => {
    const body = message.body as { readonly output?: readonly JsonObject[] };
    if (!Array.isArray(body?.output)) return message;
    return {
      ...message,
      body: { ...body, output: body.output.map((item: JsonObject) => ({ ...item, url_expires_at: at })) },
    };
  },
});
const links: Readonly<Record<string, Play>> = {
  'expired-opened': expiry('2099-01-01T00:00:00Z'),
  'never-opened': expiry('2001-01-01T00:00:00Z'),
  'renewed-unread': repeats.unsent ?? {},
  'first-output': { asked: (asked) => ({ ...asked, params: { ...(asked.params as JsonObject), place: 0 } }) },
  'second-output': { asked: (asked) => ({ ...asked, params: { ...(asked.params as JsonObject), place: 1 } }) },
  'failure-as-bytes': { settle: (answer) => (answer.ok ? answer : ok({ bytes: 0 })) },
};
const linkCommands = Object.entries(links).map(
  ([how, play]): Command => ({
    area: 'link',
    what: 'open_output',
    how,
    ops: groups.output,
    words: /link|output|url|file|fresh|expire/i,
    play,
  }),
);

/** All commands of the cross. */
export const commands: readonly Command[] = [
  ...errorCommands,
  ...lostCommands,
  ...stateCommands,
  ...repeatCommands,
  ...linkCommands,
];
