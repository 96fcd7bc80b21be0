import { createRequire } from 'node:module';

type Parser = typeof import('yaml');

const require = createRequire(import.meta.url);

/** Parses YAML. The parser is loaded when it is first needed: a built package reads its data as JSON. */
export function parseYaml(text: string): unknown {
  const { parse }: Parser = require('yaml');
  return parse(text);
}
