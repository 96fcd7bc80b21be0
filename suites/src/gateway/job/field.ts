import { isObject, type JsonObject, type StandingCheck } from '@gateproof/harness';
import { errorTable, serviceNames } from '@gateproof/spec';
import { fieldLooks } from '../../support/field-looks.ts';
import { type JobObservation, joblessAnswers, jobObservations } from '../../support/job-observations.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { heldIf, judgementOf, type Look, shown, standingTable } from '../../support/standing-table.ts';

type See = (observation: JobObservation) => Look;

const states = ['queued', 'processing', 'succeeded', 'failed', 'canceled'];
const isString = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

const typesOfTable = Object.fromEntries(
  Object.entries(fieldLooks('job')).map(([rule, look]): [string, See] => [
    rule,
    ({ job, prefix }) => look({ object: job, metadataField: serviceNames(prefix).metadataField }),
  ]),
);

function present(name: string): See {
  return ({ job }) => {
    if (!isAbsent(job[name])) return 'held';
    const observed = `${job[name] === null ? 'null' : 'none'} in ${shown(job)}`;
    return { broken: { expected: `${name} to be there, and not null`, observed } };
  };
}

function known(name: string, values: readonly unknown[]): See {
  const wanted = `${name} to be ${values.length > 1 ? 'one of ' : ''}${values.map((value) => `\`${value}\``).join(', ')}`;
  return ({ job }) => (isAbsent(job[name]) ? undefined : heldIf(values.includes(job[name]), wanted, job[name]));
}

function inProgress(name: 'percent' | 'phase'): See {
  return ({ job }) =>
    isObject(job.progress)
      ? heldIf(!isAbsent(job.progress[name]), `progress.${name} to be there`, job.progress)
      : undefined;
}

function failed(look: (error: JsonObject) => Look): See {
  return ({ job }) => (job.state === 'failed' && isObject(job.error) ? look(job.error) : undefined);
}

const requiredWords: Readonly<Record<string, See>> = {
  'job.field.object.present': present('object'),
  'job.field.object.value': known('object', ['job']),
  'job.field.state.present': present('state'),
  'job.field.state.known': known('state', states),
  'job.field.progress-percent.present': inProgress('percent'),
  'job.field.progress-phase.present': inProgress('phase'),
};

/** A file that is purged has no link, and an empty one is as good as none. */
const link: See = ({ job }) => {
  const items = Array.isArray(job.output) ? job.output.filter(isObject) : [];
  const linked = items.filter(({ url, purged_at }) => !isAbsent(url) && !(url === '' && !isAbsent(purged_at)));
  const wrong = linked.find(({ url }) => !isFilledString(url));
  return linked.length === 0
    ? undefined
    : heldIf(wrong === undefined, 'output[].url to be a non-empty string', wrong?.url);
};

const unitValues: See = ({ job }) => {
  const units = isObject(job.usage) ? job.usage.units : undefined;
  if (!isObject(units) || Object.keys(units).length === 0) return undefined;
  return heldIf(Object.values(units).every(isNumber), 'each value of usage.units to be a number', units);
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
  'job.field.error-kind.of-code': failed(({ code, kind }) => {
    const row = errorTable.get(String(code));
    return row === undefined || !isString(kind)
      ? undefined
      : heldIf(kind === row.kind, `error.kind ${row.kind} with code ${row.code}`, kind);
  }),
  'job.field.error-scope.type': scope,
};

const metadataId: See = ({ job, prefix }) => {
  const metadata = job[serviceNames(prefix).metadataField];
  const id = isObject(metadata) ? metadata.generation_id : undefined;
  return isString(id) && isString(job.generation_id)
    ? heldIf(id === job.generation_id, `generation_id ${String(job.generation_id)} in the metadata too`, id)
    : undefined;
};

const fields = standingTable(jobObservations, {
  ...typesOfTable,
  ...requiredWords,
  ...errorFields,
  'job.field.output-url.type': link,
  'job.field.usage-units.value-type': unitValues,
  'job.field.svc-metadata-generation-id.equal': metadataId,
});

const requiredRules = fields.rules.filter(
  (rule) => rule.endsWith('.present') && !/^job\.field\.(error|progress)-/.test(rule),
);

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
