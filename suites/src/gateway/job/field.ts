import { isObject, type JsonObject, type StandingCheck } from '@gateproof/harness';
import { errorTable, serviceNames } from '@gateproof/spec';
import { isDateTime } from '../../support/date-time.ts';
import { type JobSight, joblessAnswers, jobSights } from '../../support/job-sights.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { heldIf, judgementOf, type Look, shown, standingTable } from '../../support/standing-table.ts';

type See = (sight: JobSight) => Look;
type Reach = (job: JsonObject, prefix: string) => unknown;

const states = ['queued', 'processing', 'succeeded', 'failed', 'canceled'];
const isString = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isStrings = (value: unknown) => Array.isArray(value) && value.every(isString);

const field =
  (name: string): Reach =>
  (job) =>
    job[name];
const inside =
  (outer: Reach, name: string): Reach =>
  (job, prefix) => {
    const part = outer(job, prefix);
    return isObject(part) ? part[name] : undefined;
  };
const metadata: Reach = (job, prefix) => job[serviceNames(prefix).metadataField];

/** The field is there and not null. */
function present(reach: Reach, what: string): See {
  return ({ job, prefix }) => {
    const value = reach(job, prefix);
    if (!isAbsent(value)) return 'held';
    const observed = `${value === null ? 'null' : 'none'} in ${shown(job)}`;
    return { broken: { expected: `${what} to be there, and not null`, observed } };
  };
}

/** The field holds what is wanted wherever it is there. */
function when(reach: Reach, holds: (value: unknown) => boolean, wanted: string): See {
  return ({ job, prefix }) => {
    const value = reach(job, prefix);
    return isAbsent(value) ? undefined : heldIf(holds(value), wanted, value);
  };
}

/** Each output item's field holds what is wanted wherever it is there. */
function eachItem(name: string, holds: (value: unknown, item: JsonObject) => boolean, wanted: string): See {
  return ({ job }) => {
    const items = Array.isArray(job.output) ? job.output.filter(isObject) : [];
    const told = items.filter((item) => !isAbsent(item[name]));
    if (told.length === 0) return undefined;
    const wrong = told.find((item) => !holds(item[name], item));
    return heldIf(wrong === undefined, wanted, wrong?.[name]);
  };
}

function failed(look: (error: JsonObject) => Look): See {
  return ({ job }) => (job.state === 'failed' && isObject(job.error) ? look(job.error) : undefined);
}

const required = (
  name: string,
  wireName: string,
  holds: (value: unknown) => boolean,
  wanted: string,
): Record<string, See> => ({
  [`job.field.${name}.present`]: present(field(wireName), wireName),
  [`job.field.${name}.type`]: when(field(wireName), holds, `${wireName} ${wanted}`),
});

const requiredFields: Readonly<Record<string, See>> = {
  ...required('id', 'id', isFilledString, 'a non-empty string'),
  ...required('generation-id', 'generation_id', isFilledString, 'a non-empty string'),
  'job.field.object.present': present(field('object'), 'object'),
  'job.field.object.value': when(field('object'), (value) => value === 'job', 'object to be job'),
  'job.field.state.present': present(field('state'), 'state'),
  'job.field.state.known': when(
    field('state'),
    (value) => states.includes(value as string),
    `state to be one of ${states.map((state) => `\`${state}\``).join(', ')}`,
  ),
  ...required('modality', 'modality', isFilledString, 'a non-empty string'),
  ...required('model', 'model', isFilledString, 'a non-empty string'),
  ...required('created-at', 'created_at', isDateTime, 'a date-time'),
  ...required('progress', 'progress', isObject, 'an object'),
  'job.field.svc-metadata.present': present(metadata, 'the metadata object'),
  'job.field.svc-metadata.type': when(metadata, isObject, 'the metadata to be an object'),
};

const optionalFields: Readonly<Record<string, See>> = {
  'job.field.started-at.type': when(field('started_at'), isDateTime, 'started_at a date-time'),
  'job.field.completed-at.type': when(field('completed_at'), isDateTime, 'completed_at a date-time'),
  'job.field.output.type': when(
    field('output'),
    (value) => Array.isArray(value) && value.every(isObject),
    'output an array of objects',
  ),
  'job.field.usage.type': when(field('usage'), isObject, 'usage an object'),
  'job.field.error.type': when(field('error'), isObject, 'error an object'),
  'job.field.retry-of.type': when(field('retry_of'), isString, 'retry_of a string'),
};

const progress = field('progress');
const progressFields: Readonly<Record<string, See>> = {
  'job.field.progress-percent.type': when(inside(progress, 'percent'), isNumber, 'progress.percent a number'),
  'job.field.progress-percent.present': ({ job }) =>
    isObject(job.progress)
      ? heldIf(!isAbsent(job.progress.percent), 'progress.percent to be there', job.progress)
      : undefined,
  'job.field.progress-phase.type': when(inside(progress, 'phase'), isString, 'progress.phase a string'),
  'job.field.progress-phase.present': ({ job }) =>
    isObject(job.progress)
      ? heldIf(!isAbsent(job.progress.phase), 'progress.phase to be there', job.progress)
      : undefined,
  'job.field.progress-queue-position.type': when(
    inside(progress, 'queue_position'),
    isNumber,
    'progress.queue_position a number',
  ),
};

const outputFields: Readonly<Record<string, See>> = {
  // A file that is purged has no link, and an empty one is as good as none.
  'job.field.output-url.type': eachItem(
    'url',
    (value, item) => isFilledString(value) || (value === '' && !isAbsent(item.purged_at)),
    'url a non-empty string',
  ),
  'job.field.output-url-expires-at.type': eachItem('url_expires_at', isDateTime, 'url_expires_at a date-time'),
  'job.field.output-type.type': eachItem('type', isString, 'type a string'),
  'job.field.output-bytes.type': eachItem(
    'bytes',
    (value) => isNumber(value) && Number(value) >= 0,
    'bytes a number of at least 0',
  ),
  'job.field.output-checksum-sha256.type': eachItem('checksum_sha256', isString, 'checksum_sha256 a string'),
  'job.field.output-purged-at.type': eachItem('purged_at', isDateTime, 'purged_at a date-time'),
};

const units = inside(field('usage'), 'units');
const cost = inside(field('usage'), 'cost');
const usageFields: Readonly<Record<string, See>> = {
  'job.field.usage-units.type': when(units, isObject, 'usage.units an object'),
  'job.field.usage-units.value-type': ({ job, prefix }) => {
    const value = units(job, prefix);
    if (!isObject(value) || Object.keys(value).length === 0) return undefined;
    return heldIf(Object.values(value).every(isNumber), 'each value of usage.units a number', value);
  },
  'job.field.usage-cost.type': when(cost, isObject, 'usage.cost an object'),
  'job.field.usage-cost-billing-usd.type': when(
    inside(cost, 'billing_usd'),
    isNumber,
    'usage.cost.billing_usd a number',
  ),
  'job.field.usage-cost-cost-source.type': when(
    inside(cost, 'cost_source'),
    isString,
    'usage.cost.cost_source a string',
  ),
  'job.field.usage-cost-cost-status.type': when(
    inside(cost, 'cost_status'),
    isString,
    'usage.cost.cost_status a string',
  ),
  'job.field.usage-cost-price-version.type': when(
    inside(cost, 'price_version'),
    isString,
    'usage.cost.price_version a string',
  ),
};

const codes = [...errorTable.keys()].filter((code) => code !== 'client_disconnected');
const codeWords = `error.code to be one of ${codes.map((code) => `\`${code}\``).join(', ')}`;

/** A null scope is one that a freedom only warns about (F083): the envelope allows it, the Job table says strings. */
const scope: See = ({ job }) => {
  if (!isObject(job.error) || job.error.scope === undefined) return undefined;
  if (job.error.scope === null)
    return { doubtful: { expected: 'error.scope a string, or no scope', observed: 'null' } };
  return heldIf(isString(job.error.scope), 'error.scope a string', job.error.scope);
};

const errorFields: Readonly<Record<string, See>> = {
  'job.field.error-code.present': failed(({ code }) =>
    heldIf(isFilledString(code), 'error.code a non-empty string', code),
  ),
  'job.field.error-code.known': failed(({ code }) =>
    isFilledString(code) ? heldIf(errorTable.has(code) && code !== 'client_disconnected', codeWords, code) : undefined,
  ),
  'job.field.error-message.present': failed(({ message }) =>
    heldIf(isFilledString(message), 'error.message a non-empty string', message),
  ),
  'job.field.error-kind.type': when(inside(field('error'), 'kind'), isString, 'error.kind a string'),
  'job.field.error-kind.of-code': failed(({ code, kind }) => {
    const row = errorTable.get(String(code));
    return row === undefined || !isString(kind)
      ? undefined
      : heldIf(kind === row.kind, `error.kind ${row.kind} with code ${row.code}`, kind);
  }),
  'job.field.error-scope.type': scope,
};

const metadataFields: Readonly<Record<string, See>> = {
  'job.field.svc-metadata-generation-id.type': when(
    inside(metadata, 'generation_id'),
    isString,
    'generation_id of the metadata a string',
  ),
  'job.field.svc-metadata-requested-model.type': when(
    inside(metadata, 'requested_model'),
    isString,
    'requested_model a string',
  ),
  'job.field.svc-metadata-retention-class.type': when(
    inside(metadata, 'retention_class'),
    isString,
    'retention_class a string',
  ),
  'job.field.svc-metadata-region.type': when(inside(metadata, 'region'), isString, 'region a string'),
  'job.field.svc-metadata-policy.type': when(inside(metadata, 'policy'), isStrings, 'policy an array of strings'),
  'job.field.svc-metadata-generation-id.equal': ({ job, prefix }) => {
    const told = inside(metadata, 'generation_id')(job, prefix);
    return isString(told) && isString(job.generation_id)
      ? heldIf(told === job.generation_id, `generation_id ${String(job.generation_id)} in the metadata too`, told)
      : undefined;
  },
};

const fields = standingTable(jobSights, {
  ...requiredFields,
  ...optionalFields,
  ...progressFields,
  ...outputFields,
  ...usageFields,
  ...errorFields,
  ...metadataFields,
});

const requiredRules = Object.keys(requiredFields).filter((rule) => rule.endsWith('.present'));

/** The fields of every Job, in answers and in events. An answer that is no Job leaves those that every Job has undecided. */
const check: StandingCheck = {
  rules: fields.rules,
  *judge(history) {
    yield* fields.judge(history);
    for (const { exchange, rule: undecidedBy } of joblessAnswers(history))
      for (const rule of requiredRules) yield judgementOf(rule, [exchange.id], { undecidedBy });
  },
};
export default check;
