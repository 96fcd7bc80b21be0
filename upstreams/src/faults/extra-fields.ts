import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { framesOf } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Fields that no format names, on every level of the body or of each chunk. */
export interface ExtraFieldsFault {
  readonly kind: 'extra-fields';
}

const extra: JsonObject = { x_unknown: { nested: [1, null, 'ü'] } };

export const extraFields: FaultDefinition<ExtraFieldsFault> = {
  kind: 'extra-fields',
  fields: {},
  required: [],
  describe: () => 'adds unknown fields',
  apply(_fault, draft, mark) {
    const frames = framesOf(draft);
    const marks = [...draft.marks, mark];
    if (frames) {
      const richer = frames.map((frame) => (isJsonObject(frame.data) ? { ...frame, data: enrich(frame.data) } : frame));
      return { ...draft, marks, body: { kind: 'events', frames: richer } };
    }
    if (draft.connection !== 'serve' || draft.body.kind !== 'json') return undefined;
    return { ...draft, marks, body: { kind: 'json', value: enrich(draft.body.value) } };
  },
};

function enrich(value: JsonObject): JsonObject {
  const richer = Object.entries(value).map(([name, inner]) => [name, enrichInner(inner)] as const);
  return { ...Object.fromEntries(richer), ...extra };
}

function enrichInner(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(enrichInner);
  return isJsonObject(value) ? enrich(value) : value;
}
