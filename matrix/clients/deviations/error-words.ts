import { errorTable } from '@gateproof/spec';
import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { reading, recoded } from './failure-patches.ts';

const rekinded = (kindOf: (sent: JsonObject) => unknown): ClientChanges =>
  reading((failure) => ({ ...failure, sent: { ...failure.sent, kind: kindOf(failure.sent) } }));
const says = ({ message, type }: JsonObject, pattern: RegExp) => pattern.test(`${message} ${type}`);
const byMessage = (pattern: RegExp, kind: string): ClientChanges =>
  rekinded((sent) => (pattern.test(String(sent.message)) ? kind : sent.kind));
const byType = (pattern: RegExp, kind: string): ClientChanges =>
  rekinded((sent) => (pattern.test(String(sent.type)) ? kind : sent.kind));
const listed = new Set(errorTable.keys());
const retryStatuses = [429, 500, 502, 503, 504];
const inStream = (change: (error: JsonObject) => JsonObject): ClientChanges => ({
  errorIn: (chunk, soFar) => {
    const error = right.errorIn(chunk, soFar);
    return error === undefined ? undefined : change(error);
  },
});
const anyEntails = ['client.error.'];

/** Clients that let words or a status decide where the code or kind does. */
export const errorWordDeviations: readonly BadClient[] = [
  {
    id: 'client.error.code-reported:server-error',
    changes: recoded(({ sent, status }) => (Number(status) >= 500 ? 'server_error' : sent.code)),
    entails: ['client.error.unlisted-code', 'client.error.codes-of-one-status'],
  },
  {
    id: 'client.error.not-by-message',
    entails: ['client.error.kind-reported'],
    changes: byMessage(/rate limit|timeout|try again|overloaded/i, 'unavailable'),
  },
  { id: 'client.error.not-by-message:quota', changes: byMessage(/quota|billing/i, 'terminal') },
  {
    id: 'client.error.not-by-message:context',
    changes: recoded(({ sent }) => (says(sent, /maximum context/) ? 'context_length_exceeded' : sent.code)),
  },
  {
    id: 'client.error.not-by-message:policy',
    changes: recoded(({ sent }) => (says(sent, /content policy/) ? 'moderation_refused' : sent.code)),
  },
  { id: 'client.error.not-by-message:do-not-retry', changes: byMessage(/do not retry|invalid/i, 'terminal') },
  {
    id: 'client.error.not-by-message:empty',
    changes: recoded(({ sent }) => (sent.message === '' ? 'unknown_error' : sent.code)),
  },
  {
    id: 'client.error.not-by-message:key',
    changes: recoded(({ sent }) => (says(sent, /api key/i) ? 'unauthorized' : sent.code)),
  },
  { id: 'client.error.not-by-message:too-many', changes: byMessage(/too many|429/i, 'rate_limit') },
  {
    id: 'client.error.not-by-message:stream',
    changes: inStream((error) => ({
      ...error,
      code: /not exist|quota/.test(String(error.message)) ? 'other' : error.code,
    })),
  },
  { id: 'client.error.not-by-type', changes: byType(/rate_limit/, 'rate_limit') },
  {
    id: 'client.error.not-by-type:server',
    changes: byType(/^(api|server|overloaded|timeout)_error$/, 'unavailable'),
    entails: ['client.error.'],
  },
  { id: 'client.error.not-by-type:invalid', changes: byType(/^invalid_request_error$/, 'terminal') },
  { id: 'client.error.not-by-type:quota', changes: byType(/insufficient_quota/, 'terminal') },
  {
    id: 'client.error.not-by-type:authentication',
    changes: recoded(({ sent }) => (sent.type === 'authentication_error' ? 'unauthorized' : sent.code)),
  },
  {
    id: 'client.error.not-by-type:stream',
    changes: inStream((error) => ({ ...error, code: error.type === 'rate_limit_error' ? 'rate_limited' : error.code })),
  },
  {
    id: 'client.error.codes-of-one-status',
    changes: recoded(
      ({ sent, status }) =>
        ({ 400: 'invalid_request', 402: 'budget_exceeded', 403: 'forbidden', 404: 'model_not_found' })[
          Number(status)
        ] ?? sent.code,
    ),
    entails: anyEntails,
  },
  {
    id: 'client.error.codes-of-one-status:403',
    changes: recoded(({ sent, status }) => (status === 403 ? 'forbidden' : sent.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:404',
    changes: recoded(({ sent, status }) => (status === 404 ? 'model_not_found' : sent.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:402',
    changes: recoded(({ sent, status }) => (status === 402 ? 'insufficient_credit' : sent.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.unlisted-code',
    changes: recoded(({ sent }) => (listed.has(String(sent.code)) ? sent.code : 'unknown_error')),
  },
  {
    id: 'client.error.unlisted-code:retried',
    entails: ['client.error.kind-reported'],
    changes: rekinded(({ code, kind }) => (code !== undefined && !listed.has(String(code)) ? 'unavailable' : kind)),
  },
  {
    id: 'client.error.unlisted-code:by-status',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (failure.sent.code !== undefined &&
          !listed.has(String(failure.sent.code)) &&
          retryStatuses.includes(Number(failure.status)) &&
          call.attempt < 3),
    },
  },
];
