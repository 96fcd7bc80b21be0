import type { Verdict } from '@gateproof/harness';
import type { Style } from './style.ts';

interface VerdictLook {
  readonly mark: string;
  readonly paint: (style: Style) => (text: string) => string;
  /** As it stands in the summary line after a count: "3 failed". */
  readonly counted: (count: number) => string;
}

const plural = (one: string, many: string) => (count: number) => (count === 1 ? one : many);
const red = (style: Style) => style.red;
const yellow = (style: Style) => style.yellow;

/** How each verdict is marked, coloured and counted, in the order in which reports name them. */
export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  fail: { mark: '✗', paint: red, counted: () => 'failed' },
  flaky: { mark: '≈', paint: red, counted: () => 'flaky' },
  error: { mark: '‼', paint: red, counted: plural('harness error', 'harness errors') },
  inconclusive: { mark: '?', paint: red, counted: () => 'inconclusive' },
  blocked: { mark: '⊘', paint: red, counted: () => 'blocked' },
  warn: { mark: '!', paint: yellow, counted: plural('warning', 'warnings') },
  known: { mark: '∙', paint: yellow, counted: () => 'known' },
  provisional: { mark: '∘', paint: yellow, counted: () => 'provisional' },
  differs: { mark: '≠', paint: yellow, counted: plural('declared difference', 'declared differences') },
  pass: { mark: '✓', paint: (style) => style.green, counted: () => 'passed' },
  'not-applicable': { mark: '–', paint: (style) => style.dim, counted: () => 'not applicable' },
  'not-claimed': { mark: '–', paint: (style) => style.dim, counted: () => 'not claimed' },
};

/** Verdicts in the order in which reports name them: the ones to act on first. */
export const verdictOrder = Object.keys(verdictLooks) as readonly Verdict[];
