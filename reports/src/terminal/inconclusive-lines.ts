import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import type { Style } from '../text/style.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';
import { namedRules } from './named-rules.ts';

/** So many rules with one reason are told under it. */
const minGroup = 4;

/** Inconclusive rules with what never arose; many with the same reason stand together. */
export function inconclusiveLines(document: ResultDocument, style: Style): string[] {
  const records = document.rules.filter(({ verdict }) => verdict === 'inconclusive');
  const { mark, paint } = verdictLooks.inconclusive;
  const head = paint(style)(`${mark} inconclusive`);
  return [...Map.groupBy(records, reasonOf)].flatMap(([reason, same]) => {
    if (same.length < minGroup) return same.map(({ rule }) => `${head}  ${style.bold(rule)}  ${reason}`);
    const ids = same.map(({ rule }) => rule);
    return [
      `${paint(style)(`${mark} ${counted(ids.length, 'rule')} inconclusive`)}: ${reason}`,
      ...namedRules(ids, style),
    ];
  });
}

function reasonOf({ reason }: RuleRecord): string {
  return visibleText(reason ?? 'its precondition never arose');
}
