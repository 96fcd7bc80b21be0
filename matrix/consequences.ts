import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * For each deviation, by id, the rules that it honestly breaks or leaves undecidable besides its own: data in `consequences.yaml`, each line
 * looked at by a person. What a deviation says of itself (`entails`) comes on top.
 */
export function loadConsequences(): Readonly<Record<string, readonly string[]>> {
  return parse(readFileSync(new URL('consequences.yaml', import.meta.url), 'utf8')) as Record<string, string[]>;
}
