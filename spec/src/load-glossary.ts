import { readYaml } from './read-yaml.ts';

/** A word that reports and pages use in a sense of their own. */
export interface GlossaryEntry {
  readonly word: string;
  readonly meaning: string;
}

/** The glossary: at most twenty words. */
export function loadGlossary(): readonly GlossaryEntry[] {
  return readYaml('glossary.yaml') as readonly GlossaryEntry[];
}
