import type { ClassRecord, ResultDocument } from '@gateproof/harness';
import { cutToWidth } from '../text/fit-text.ts';
import { outcomeText } from '../text/outcome-text.ts';
import type { Page } from '../text/page.ts';
import type { Style } from '../text/style.ts';

interface OutcomeLook {
  readonly mark: string;
  readonly paint: keyof Style;
}

const looks: Readonly<Record<ClassRecord['outcome'], OutcomeLook>> = {
  conformant: { mark: '✓', paint: 'green' },
  differs: { mark: '≠', paint: 'yellow' },
  broken: { mark: '✗', paint: 'red' },
  undecided: { mark: '?', paint: 'red' },
  known: { mark: '∙', paint: 'yellow' },
  'not-shown': { mark: '–', paint: 'dim' },
  'not-claimed': { mark: '–', paint: 'dim' },
};
const outcomeWidth = 11;

/** How each conformance class came out, one line each: `✓ Core  conformant   174 of 174 hold, 12 not applicable`. */
export function classLines({ summary }: ResultDocument, { style, width }: Page): string[] {
  const titleWidth = Math.max(0, ...summary.classes.map(({ title }) => title.length));
  return summary.classes.map((record) => {
    const { mark, paint } = looks[record.outcome];
    const outcome = outcomeText(record).padEnd(outcomeWidth);
    const head = `${mark} ${record.title.padEnd(titleWidth)}  ${outcome}`;
    return `${style[paint](head)}  ${cutToWidth(classText(record), width - head.length - 2)}`;
  });
}

/** `34 of 50 hold, 3 undecided, 2 known, 12 not applicable`; of a class that is not shown first what was not seen to work. */
export function classText({ outcome, notShown, passed, decided, rules, verdicts }: ClassRecord): string {
  const undecided = verdicts.inconclusive + verdicts.blocked + verdicts.error;
  const absent = verdicts['not-applicable'];
  const parts = [
    ...(notShown === undefined ? [] : [`not seen: ${notShown.join(' and ')}`]),
    ...(decided === 0 ? [] : [`${passed} of ${decided} hold`]),
    ...(undecided === 0 ? [] : [`${undecided} undecided`]),
    // Where the outcome is `known 3`, it has said so.
    ...(verdicts.known === 0 || outcome === 'known' ? [] : [`${verdicts.known} known`]),
    ...(absent === 0 ? [] : [`${absent} not applicable`]),
  ];
  return parts.length === 0 ? `${rules} rules` : parts.join(', ');
}
