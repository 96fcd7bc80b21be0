import { isObject, type JsonObject } from '@gateproof/harness';
import { isAbsent } from './json.ts';
import { outputOf } from './media-jobs.ts';

const facts = ['id', 'generation_id', 'object', 'state', 'modality', 'model', 'started_at', 'completed_at', 'retry_of'];
const itemFacts = ['type', 'bytes', 'checksum_sha256'];

/**
 * What a final job keeps: links are made anew, files may be purged with what is shown of them, costs may settle, messages may change, and
 * progress and further fields are the gateway's own (freedoms F026, F077, F080, F081, F112).
 */
export function factsOf(job: JsonObject, beside: JsonObject): unknown {
  const { code, kind } = isObject(job.error) ? job.error : {};
  return {
    ...pick(job, [...facts, 'created_at']),
    error: { code, kind },
    output: itemFactsOf(job, beside),
  };
}

/** Of each output item what its file is; of one that is purged in either of two observations of the job nothing. */
export function itemFactsOf(job: JsonObject, beside: JsonObject): readonly object[] {
  const others = outputOf(beside);
  return outputOf(job).map((item, place) =>
    isAbsent(item.purged_at) && isAbsent(others[place]?.purged_at) ? pick(item, itemFacts) : {},
  );
}

function pick(object: JsonObject, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? undefined]));
}
