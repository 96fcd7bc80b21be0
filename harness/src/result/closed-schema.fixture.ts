interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: unknown;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** A schema that refuses every key that it does not describe: what a writer may write, where a reader ignores what it does not know. */
export function closedSchema(schema: object, parts: readonly string[] = []): object {
  return closed(schema, parts, false);
}

/** `parts`: definitions that only stand within an `allOf`, where the whole is closed and not its parts. */
function closed(schema: Schema, parts: readonly string[], isPart: boolean): object {
  if (typeof schema !== 'object' || schema.if !== undefined) return schema;
  const { properties, items, additionalProperties, oneOf, allOf, $defs } = schema;
  const each = (map: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(map).map(([name, one]) => [name, closed(one, parts, false)]));
  const isOpen = (properties !== undefined || allOf !== undefined) && !isPart;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(items === undefined ? {} : { items: closed(items, parts, false) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: closed(additionalProperties, parts, false) }
      : {}),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map((one) => closed(one, parts, false)) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map((one) => closed(one, parts, true)) }),
    ...($defs === undefined
      ? {}
      : {
          $defs: Object.fromEntries(
            Object.entries($defs).map(([name, one]) => [name, closed(one, parts, parts.includes(name))]),
          ),
        }),
    ...(isOpen ? { unevaluatedProperties: false } : {}),
  };
}
