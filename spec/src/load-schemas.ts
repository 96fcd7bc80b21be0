import { readFileSync } from 'node:fs';

/** The JSON Schema of profile files. */
export function profileSchema(): object {
  return JSON.parse(readFileSync(new URL('../schemas/profile.schema.json', import.meta.url), 'utf8'));
}

/** The JSON Schema of baseline files. */
export function baselineSchema(): object {
  return JSON.parse(readFileSync(new URL('../schemas/baseline.schema.json', import.meta.url), 'utf8'));
}
