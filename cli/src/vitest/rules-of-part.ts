import type { Rule } from '@gateproof/spec';
import { UsageError } from '../usage-error.ts';

/**
 * The rules of one part of several: active ones are dealt out in turn, standing ones belong to every part, because each part judges its own
 * exchanges. Throws `UsageError` for what is no part.
 */
export function rulesOfPart(rules: readonly Rule[], part: string | undefined): readonly Rule[] {
  if (part === undefined) return rules;
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(part) ?? [];
  const [index, total] = [Number(number), Number(count)];
  if (!(index >= 1 && index <= total)) {
    throw new UsageError(`part ${JSON.stringify(part)} is none; wanted one such as '1/3', '2/3' or '3/3'`);
  }
  let dealt = 0;
  return rules.filter(({ kind }) => {
    if (kind === 'standing') return true;
    dealt += 1;
    return (dealt - 1) % total === index - 1;
  });
}
