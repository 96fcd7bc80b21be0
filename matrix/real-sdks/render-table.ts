import type { JudgedReceiver } from './ask-receivers.ts';
import type { Probe } from './probe.ts';

/** A group of rows. */
export interface Section {
  readonly title: string;
  readonly probes: readonly Probe[];
}

/** One column: a package and its cells, in the order of all probes. */
export interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

const guide = `# What real SDKs and receivers do

Made by \`npm run sdk-table\` from unmodified packages with their default settings, each behind its driver in [\`examples/drivers\`](../examples/drivers),
against a gateway that answers exactly as the row says. Nothing here is copied from documentation; \`npm run sdk-table -- --check\` fails when a cell no longer holds.

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
  return [guide, ...tables, receiverTable(receivers)].join('\n');
}
