import { contractUrl, describeAnswer, isObject, mediaTypeOf } from '@gateproof/harness';
import { dayMs, errorTable } from '@gateproof/spec';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { heldIf, type Look, shown, standingTable } from '../../support/standing-table.ts';

const kinds: readonly string[] = ['terminal', 'unavailable', 'rate_limit', 'timeout', 'unknown'];
const scopes: readonly unknown[] = ['request', 'model', 'route', null];
/** What takes longer is no wait: it is a moment, counted from the epoch. */
const longestWaitMs = 366 * dayMs;
/** Codes of refusals that are made before anything could have been generated. */
const early: ReadonlySet<unknown> = new Set(['unauthorized', 'forbidden', 'invalid_request', 'payload_too_large']);
/**
 * Where the contract shows no code: a cancel of a finished job answers 409 with a code of the gateway's own, and another content
 * type may be refused with 415 (freedom F067).
 */
const openStatuses: ReadonlySet<number | undefined> = new Set([405, 409, 415]);

/** As `look`; where an HTTP error has no envelope, the rule that asks for one leaves nothing to judge. */
function ofEnvelope(look: (seen: ErrorSeen) => Look): (seen: ErrorSeen) => Look {
  return (seen) =>
    seen.carrier === 'http' && seen.error === undefined ? { undecidedBy: 'error.envelope.object' } : look(seen);
}

/** A field that every error must have; a failure chunk that lacks one is only warned about. */
function always(name: string, holds: (value: unknown) => boolean, wanted: string): (seen: ErrorSeen) => Look {
  return ofEnvelope(({ error, carrier }) => {
    if (error === undefined) return undefined;
    const has = Object.hasOwn(error, name);
    if (has && holds(error[name])) return 'held';
    const observed = has ? `${name} is ${shown(error[name])}` : `an error without ${name}: ${shown(error)}`;
    const halves = { expected: wanted, observed };
    return carrier === 'chunk' && !has ? { doubtful: halves } : { broken: halves };
  });
}

/** A field that an error may have. */
function whenPresent(name: string, holds: (value: unknown) => boolean, wanted: string): (seen: ErrorSeen) => Look {
  return ({ error }) => {
    if (error === undefined || !Object.hasOwn(error, name)) return undefined;
    const value = error[name];
    if (value === null)
      return { doubtful: { expected: `${name} left out, or ${wanted}`, observed: `${name} is null` } };
    return heldIf(holds(value), wanted, value);
  };
}

/** Freedom F051 leaves open how a status is reported, null where there was none. */
const attemptFields: Readonly<Record<'status' | 'kind', (value: unknown) => boolean>> = {
  status: (value) => value === null || typeof value === 'number' || typeof value === 'string',
  kind: isFilledString,
};

function eachAttempt(name: 'status' | 'kind'): (seen: ErrorSeen) => Look {
  return ({ error }) => {
    const attempts = error?.attempts;
    if (!Array.isArray(attempts) || attempts.length === 0) return undefined;
    const lacking = attempts.findIndex(
      (entry) => isObject(entry) && !(Object.hasOwn(entry, name) && attemptFields[name](entry[name])),
    );
    return heldIf(lacking < 0, `each entry of attempts to have a ${name}`, attempts[lacking]);
  };
}

/** What a kind may be; an entry without one is another rule's business. */
function attemptKinds({ error }: ErrorSeen): Look {
  const reported = Array.isArray(error?.attempts) ? error.attempts.filter(isObject).map(({ kind }) => kind) : [];
  const words = reported.filter(isFilledString);
  if (words.length === 0) return undefined;
  const other = words.find((word) => !kinds.includes(word));
  return heldIf(other === undefined, `the kind of each entry of attempts to be one of ${quoted(kinds)}`, other);
}

/** The client of an error of kind unknown turns to support with its request_id. */
function requestIdOfUnknown({ carrier, error }: ErrorSeen): Look {
  if (carrier === 'chunk' || error?.kind !== 'unknown') return undefined;
  return heldIf(isFilledString(error.request_id), 'a request_id in an error of kind unknown', error.request_id);
}

function object({ carrier, error, exchange }: ErrorSeen): Look {
  if (carrier === 'chunk') return undefined;
  const expected = 'the body of an HTTP error to be a JSON object whose field `error` is an object';
  return error !== undefined ? 'held' : { broken: { expected, observed: describeAnswer(exchange) } };
}

function onlyError({ carrier, envelope, error }: ErrorSeen): Look {
  if (carrier === 'chunk' || envelope === undefined || error === undefined) return undefined;
  const others = Object.keys(envelope).filter((key) => key !== 'error');
  return heldIf(others.length === 0, '`error` to be the only key of the envelope', Object.keys(envelope));
}

/** Judged without an envelope too; a body that is empty has no type. */
function contentType({ carrier, exchange, status }: ErrorSeen): Look {
  if (carrier === 'chunk') return undefined;
  if (exchange.response?.body.length === 0) return { undecidedBy: 'error.envelope.object' };
  const type = mediaTypeOf(exchange);
  const observed = `status ${status} with ${type === '' ? 'no Content-Type' : `Content-Type ${type}`}`;
  return type === 'application/json'
    ? 'held'
    : { broken: { expected: 'Content-Type application/json on an HTTP error', observed } };
}

/** A model's id without a slash: the path may be none of the contract's routes (freedom F131). */
const withoutSlash = /\/v1\/models\/(?!.*%2f)[^/?#]+$/i;

function codeKnown({ error, status, exchange }: ErrorSeen): Look {
  if (!isFilledString(error?.code) || openStatuses.has(status)) return undefined;
  if (status === 404 && withoutSlash.test(contractUrl(exchange))) return undefined;
  return errorTable.has(error.code)
    ? 'held'
    : { broken: { expected: codesThatFit(status), observed: shown(error.code) } };
}

/** The codes of the table under a status; all of them where the table has none, or the error stands in a stream. */
function codesThatFit(status: number | undefined): string {
  const sent = [...errorTable.values()].filter((row) => row.status !== null);
  const ofStatus = sent.filter((row) => row.status === status).map(({ code }) => code);
  if (ofStatus.length === 0) return `code to be one of ${quoted(sent.map(({ code }) => code))}`;
  return `code to be one of ${quoted(ofStatus)}, which are the codes of status ${status}`;
}

function quoted(words: readonly unknown[]): string {
  return words.map((word) => (word === null ? 'null' : `\`${word}\``)).join(', ');
}

function generationIdEarly({ error }: ErrorSeen): Look {
  if (error === undefined || !early.has(error.code)) return undefined;
  // An endpoint that was asked may have refused the request itself (freedom F055), and a generation have begun by then.
  if (Array.isArray(error.attempts) && error.attempts.length > 0) return undefined;
  if (isAbsent(error.generation_id)) return 'held';
  const expected = `no generation_id on ${error.code}, which precedes every generation`;
  return { doubtful: { expected, observed: shown(error.generation_id) } };
}

function conflictFields({ error }: ErrorSeen): Look {
  if (!isFilledString(error?.code) || error.code === 'idempotency_conflict') return undefined;
  const present = ['state', 'usage', 'cost'].filter((name) => Object.hasOwn(error, name));
  const filled = present.filter((name) => error[name] !== null);
  if (present.length > 0 && filled.length === 0) {
    return { doubtful: { expected: 'state, usage and cost left out', observed: `${present.join(', ')} null` } };
  }
  if (filled.length === 0) return 'held';
  const expected = 'state, usage and cost only on idempotency_conflict';
  return { broken: { expected, observed: `${filled.join(', ')} on ${error.code}` } };
}

const kindWords = `kind to be one of ${quoted(kinds)}`;
const scopeWords = `scope to be one of ${quoted(scopes)}`;

/** The shape of every error, wherever one is seen. */
export default standingTable(errorsSeen, {
  'error.envelope.object': object,
  'error.envelope.only-error': ofEnvelope(onlyError),
  'error.envelope.content-type': contentType,
  'error.envelope.code-present': always('code', isFilledString, 'code to be a non-empty string'),
  'error.envelope.code-known': ofEnvelope(codeKnown),
  'error.envelope.message-present': always('message', isFilledString, 'message to be a non-empty string'),
  'error.envelope.kind-present': always('kind', (kind) => typeof kind === 'string', kindWords),
  'error.envelope.kind-known': ofEnvelope(({ error }) =>
    typeof error?.kind === 'string' ? heldIf(kinds.includes(error.kind), kindWords, error.kind) : undefined,
  ),
  'error.envelope.scope-present': always('scope', () => true, scopeWords),
  'error.envelope.scope-known': ofEnvelope(({ error }) =>
    error !== undefined && Object.hasOwn(error, 'scope')
      ? heldIf(scopes.includes(error.scope), scopeWords, error.scope)
      : undefined,
  ),
  'error.envelope.type-present': always('type', isFilledString, 'type to be a non-empty string'),
  'error.envelope.param-present': always('param', () => true, 'param to be there, and null'),
  'error.envelope.param-null': ofEnvelope(({ error }) =>
    error !== undefined && Object.hasOwn(error, 'param')
      ? heldIf(error.param === null, 'param to be null', error.param)
      : undefined,
  ),
  'error.envelope.request-id-type': whenPresent('request_id', (id) => typeof id === 'string', 'request_id a string'),
  'error.envelope.generation-id-type': whenPresent(
    'generation_id',
    (id) => typeof id === 'string',
    'generation_id a string',
  ),
  'error.envelope.generation-id-early': generationIdEarly,
  'error.envelope.retry-after-type': whenPresent(
    'retry_after_ms',
    (ms) => typeof ms === 'number' && Number.isInteger(ms) && ms >= 0 && ms < longestWaitMs,
    'retry_after_ms an integer of at least zero, and a wait rather than a moment',
  ),
  'error.envelope.attempts-type': whenPresent(
    'attempts',
    (attempts) => Array.isArray(attempts) && attempts.every(isObject),
    'attempts an array of objects',
  ),
  'error.envelope.attempts-status': eachAttempt('status'),
  'error.envelope.attempts-kind': eachAttempt('kind'),
  'error.envelope.attempts-kind-known': attemptKinds,
  'error.envelope.request-id-unknown': requestIdOfUnknown,
  'error.envelope.conflict-fields': ofEnvelope(conflictFields),
});
