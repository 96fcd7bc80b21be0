import type { ResultDocument } from '@gateproof/harness';
import type { ThirdPartyGateway } from './gateways.ts';
import type { FinishedCommand } from './unlike-runs.ts';

/** The first lines of the table. */
export const tableHead = [
  '| Package | What it is | Passed | Failed | Warned | Blocked | Inconclusive | Not applicable | Causes | Requests | Time | Exit code |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

const [from, to] = ['<!-- third-party -->', '<!-- /third-party -->'];

/** A tested gateway's row, without the end of its line. */
export function tableRow(
  { name, version, about }: Pick<ThirdPartyGateway, 'name' | 'version' | 'about'>,
  { exitCode, document }: FinishedCommand & { readonly document: Pick<ResultDocument, 'run'> },
): string {
  const count = (...verdicts: readonly string[]) =>
    document.rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const counts = [['pass'], ['fail', 'flaky'], ['warn'], ['blocked'], ['inconclusive'], ['not-applicable']];
  const cells = [
    `\`${name}\` ${version}`,
    about,
    ...counts.map((verdicts) => count(...verdicts)),
    document.summary.causes?.length ?? 0,
    document.run.requests,
    `${Math.round(document.run.durationMs / 1000)} s`,
    exitCode,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The section that `--write` puts into the page: how it was made, and a row for each gateway. */
export function tableSection(
  rows: readonly string[],
  { date, rules, effort }: { readonly date: string; readonly rules: number; readonly effort: string },
): string {
  return [from, `${date}, ${rules} rules, \`--effort ${effort}\`:`, '', tableHead, ...rows, to].join('\n');
}

/** A page with its section replaced. Throws where it has none. */
export function withSection(page: string, section: string): string {
  const [begin, end] = [page.indexOf(from), page.indexOf(to)];
  if (begin === -1 || end < begin) throw new Error(`the page has no section between ${from} and ${to}`);
  return page.slice(0, begin) + section + page.slice(end + to.length);
}
