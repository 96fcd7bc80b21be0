import type { ResultDocument } from '@gateproof/harness';
import { cutMiddle } from '../text/cut-middle.ts';
import { cutToWidth } from '../text/fit-text.ts';
import { headline } from '../text/headline.ts';
import { styleFor } from '../text/style.ts';
import { summaryLine } from '../text/summary-line.ts';
import { targetName } from '../text/target-name.ts';
import { visibleText } from '../text/visible-text.ts';
import { codeText } from './code-text.ts';
import { type Html, h } from './markup.ts';

const maxTarget = 80;
const maxCutShort = 240;

/** What is broken, or that nothing is, in one sentence; the counts with the exit code; and why the run ended early if it did. */
export function pageHead(document: ResultDocument): Html {
  const { run, summary, target } = document;
  return h('header', { class: summary.exitCode === 0 ? 'good' : 'bad' }, [
    h('p', { class: 'target' }, cutMiddle(visibleText(`Gateproof · ${targetName(target)}`), maxTarget)),
    h('h1', null, codeText(headline(document))),
    h('p', { class: 'counts' }, visibleText(summaryLine(document, styleFor(false)))),
    run.cutShort === undefined
      ? null
      : h(
          'p',
          { class: 'cut-short' },
          codeText(cutToWidth(visibleText(`Cut short: ${run.cutShort.sentence}`), maxCutShort)),
        ),
  ]);
}
