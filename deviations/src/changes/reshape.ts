import type { JsonObject } from '@gateproof/spec';
/** The object without the field. */
export function without(object: JsonObject, field: string): JsonObject {
  const { [field]: _left, ...rest } = object;
  return rest;
}

/** The object with one field of an inner object changed: `inside(model, 'pricing', (pricing) => without(pricing, 'rules'))`. */
export function inside(object: JsonObject, field: string, change: (inner: JsonObject) => JsonObject): JsonObject {
  const inner = object[field];
  return typeof inner === 'object' && inner !== null ? { ...object, [field]: change(inner as JsonObject) } : object;
}

/** The object with each object of one of its arrays changed. */
export function insideEach(object: JsonObject, field: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const items = object[field];
  return Array.isArray(items) ? { ...object, [field]: items.map(change) } : object;
}
