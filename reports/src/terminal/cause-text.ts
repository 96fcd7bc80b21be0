import type { ResultDocument } from '@gateproof/harness';
import type { Page } from '../text/page.ts';
import { causeSection } from './cause-sections.ts';

export type CausePage = Pick<Page, 'style' | 'width' | 'resultFile'>;

/** One cause of a result with all that it explains, named by its number in the report or by its id. Undefined where there is none. */
export function causeText(document: ResultDocument, name: string, page: CausePage): string[] | undefined {
  const { causes } = document.summary;
  const index = /^[1-9]\d*$/.test(name)
    ? Number(name) - 1
    : causes.findIndex(({ id, kind }) => kind !== 'rule' && id === name);
  const cause = causes[index];
  return cause === undefined ? undefined : causeSection(document, cause, index + 1, { ...page, verbose: false });
}
