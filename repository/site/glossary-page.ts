import { loadGlossary } from '@gateproof/spec';

/** The words that reports and pages use in a sense of their own. */
export function glossaryPage(): string {
  const rows = loadGlossary().map(({ word, meaning }) => `| **${word}** | ${meaning} |`);
  return ['# Glossary', ['| Word | Meaning |', '| --- | --- |', ...rows].join('\n')].join('\n\n');
}
