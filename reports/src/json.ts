import type { ResultDocument } from '@gateproof/harness';

/** The result document itself, indented by two, with a line feed at the end: what `gateproof replay` reads. */
export function renderJson(document: ResultDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
