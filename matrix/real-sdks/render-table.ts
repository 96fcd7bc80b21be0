import type { JudgedReceiver } from './ask-receivers.ts';
import { endMissed } from './findings.ts';
import { nothingYet, type Probe } from './probe.ts';

/** A group of rows. */
export interface Section {
  readonly title: string;
  readonly probes: readonly Probe[];
}

/** One column: a package and its cells, in the order of all probes. */
export interface Column {
  readonly name: string;
  readonly notes?: string;
  readonly cells: readonly string[];
}

const guide = `# What real SDKs and receivers do

Made by \`npm run sdk-table\` from unmodified packages with their default settings, each behind its driver in [\`examples/drivers\`](../examples/drivers),
against a gateway that answers exactly as the row says. Nothing here is copied from documentation; \`npm run sdk-table -- --check\` fails when a cell no longer holds,
and \`npm run sdk-table -- --only openai\` puts the questions to one package and prints its answers. [What the cells mean](#findings-package-by-package) for each package stands below the tables.

How to read it: bold marks what puts a caller at risk with a gateway that keeps the [contract](contract.md). A retry of a *terminal* error can't
help and may cost; a stream that is *reported as success* although it broke off loses text without a word; a retry *before* \`Retry-After\` is a
retry that will be refused. \`plain fetch\` is the client of this repository that keeps every rule. "Retries" counts requests after the first within
12 s; what an SDK does later is not shown. The packages were made for other gateways: a bold cell says what to prepare for, not that a package is bad.
`;

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function table(section: Section, columns: readonly Column[], from: number): string {
  const head = [row(['', ...columns.map(({ name }) => name)]), row(['---', ...columns.map(() => '---')])];
  const rows = section.probes.map(({ question }, place) =>
    row([question, ...columns.map(({ cells }) => cells[from + place] ?? '')]),
  );
  return [`## ${section.title}`, '', ...head, ...rows, ''].join('\n');
}

/** Each finding of a package with the rows that show it, below what its readers must know. */
function findingsOf({ name, notes, cells }: Column, probes: readonly Probe[]): string {
  const rows = probes.map((probe, place) => ({ ...probe, cell: cells[place] ?? '' }));
  const bold = Map.groupBy(
    rows.filter(({ cell }) => cell.includes('**')),
    ({ finding, cell }) => (cell.includes(nothingYet) ? endMissed : finding),
  );
  if (bold.size === 0 && notes === undefined) return '';
  const lines = [...bold].flatMap(([{ title, meaning }, shown]) => [
    `- **${title}.** ${meaning}`,
    ...shown.map(({ question, cell }) => `  - ${question}: ${cell.replaceAll('**', '')}`),
  ]);
  return [`### ${name}`, ...(notes === undefined ? [] : [notes]), lines.join('\n')].filter(Boolean).join('\n\n');
}

function allFindings(columns: readonly Column[], probes: readonly Probe[]): string {
  const packages = columns.map((column) => findingsOf(column, probes)).filter((text) => text !== '');
  return ['## Findings, package by package', ...packages].join('\n\n').concat('\n');
}

function receiverTable(receivers: readonly JudgedReceiver[]): string {
  const rows = receivers.map(({ name, passed, notApplicable, found }) =>
    row([
      name,
      String(passed),
      found.map(({ rule, verdict, observed }) => `${verdict}: \`${rule}\` (${observed})`).join('<br>') || 'nothing',
      String(notApplicable),
    ]),
  );
  return [
    '## Webhook receivers',
    '',
    'The receivers of [`examples/receivers`](../examples/receivers), judged by the checks of `gateproof receiver` with one secret and an observer. Rules that need',
    'a second secret are not applicable.',
    '',
    row(['', 'passed', 'found', 'not applicable']),
    row(['---', '---', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}

/** The whole page. */
export function renderTable(
  sections: readonly Section[],
  columns: readonly Column[],
  receivers: readonly JudgedReceiver[],
): string {
  let from = 0;
  const tables = sections.map((section) => {
    const text = table(section, columns, from);
    from += section.probes.length;
    return text;
  });
  const probes = sections.flatMap((section) => section.probes);
  return [guide, ...tables, allFindings(columns, probes), receiverTable(receivers)].join('\n');
}
