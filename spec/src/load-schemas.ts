import { readText } from './read-yaml.ts';

/** The JSON Schema of profile files. */
export function profileSchema(): object {
  return JSON.parse(readText('schemas/profile.schema.json'));
}

/** The JSON Schema of the result document that a run writes. */
export function resultSchema(): object {
  return JSON.parse(readText('schemas/result.schema.json'));
}

/** The JSON Schema of the driver protocol: its root is any line, `$defs` has `request`, `answer` and a result per operation. */
export function driverSchema(): object {
  return JSON.parse(readText('schemas/driver.schema.json'));
}

/** The JSON Schema of baseline files. */
export function baselineSchema(): object {
  return JSON.parse(readText('schemas/baseline.schema.json'));
}
