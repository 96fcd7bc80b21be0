import { errorTable } from '@gateproof/spec';
import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { reading, recoded } from './failure-patches.ts';

const rekinded = (kindOf: (told: JsonObject) => unknown): ClientChanges =>
  reading((failure) => ({ ...failure, told: { ...failure.told, kind: kindOf(failure.told) } }));
const says = ({ message, type }: JsonObject, pattern: RegExp) => pattern.test(`${message} ${type}`);
const byMessage = (pattern: RegExp, kind: string): ClientChanges =>
  rekinded((told) => (pattern.test(String(told.message)) ? kind : told.kind));
const byType = (pattern: RegExp, kind: string): ClientChanges =>
  rekinded((told) => (pattern.test(String(told.type)) ? kind : told.kind));
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
    changes: recoded(({ told, status }) => (Number(status) >= 500 ? 'server_error' : told.code)),
    entails: ['client.error.unlisted-code', 'client.error.codes-of-one-status'],
  },
  { id: 'client.error.not-by-message', changes: byMessage(/rate limit|timeout|try again|overloaded/i, 'unavailable') },
  { id: 'client.error.not-by-message:quota', changes: byMessage(/quota|billing/i, 'terminal') },
  {
    id: 'client.error.not-by-message:context',
    changes: recoded(({ told }) => (says(told, /maximum context/) ? 'context_length_exceeded' : told.code)),
  },
  {
    id: 'client.error.not-by-message:policy',
    changes: recoded(({ told }) => (says(told, /content policy/) ? 'moderation_refused' : told.code)),
  },
  { id: 'client.error.not-by-message:do-not-retry', changes: byMessage(/do not retry|invalid/i, 'terminal') },
  {
    id: 'client.error.not-by-message:empty',
    changes: recoded(({ told }) => (told.message === '' ? 'unknown_error' : told.code)),
  },
  {
    id: 'client.error.not-by-message:key',
    changes: recoded(({ told }) => (says(told, /api key/i) ? 'unauthorized' : told.code)),
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
    changes: recoded(({ told }) => (told.type === 'authentication_error' ? 'unauthorized' : told.code)),
  },
  {
    id: 'client.error.not-by-type:stream',
    changes: inStream((error) => ({ ...error, code: error.type === 'rate_limit_error' ? 'rate_limited' : error.code })),
  },
  {
    id: 'client.error.codes-of-one-status',
    changes: recoded(
      ({ told, status }) =>
        ({ 400: 'invalid_request', 402: 'budget_exceeded', 403: 'forbidden', 404: 'model_not_found' })[
          Number(status)
        ] ?? told.code,
    ),
    entails: anyEntails,
  },
  {
    id: 'client.error.codes-of-one-status:403',
    changes: recoded(({ told, status }) => (status === 403 ? 'forbidden' : told.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:404',
    changes: recoded(({ told, status }) => (status === 404 ? 'model_not_found' : told.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:402',
    changes: recoded(({ told, status }) => (status === 402 ? 'insufficient_credit' : told.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.unlisted-code',
    changes: recoded(({ told }) => (listed.has(String(told.code)) ? told.code : 'unknown_error')),
  },
  {
    id: 'client.error.unlisted-code:retried',
    changes: rekinded(({ code, kind }) => (code !== undefined && !listed.has(String(code)) ? 'unavailable' : kind)),
  },
  {
    id: 'client.error.unlisted-code:by-status',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (failure.told.code !== undefined &&
          !listed.has(String(failure.told.code)) &&
          retryStatuses.includes(Number(failure.status)) &&
          call.attempt < 3),
    },
  },
];
