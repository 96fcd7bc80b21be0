import { type ReportFormatName, reportFormats } from '@gateproof/reports/formats';
import { type Command, Option } from 'commander';
import { webUrl } from './web-url.ts';

/** The options of a report, as parsed: which files are written, one for each form, and how much is printed. */
export interface ReportFlags extends Readonly<Partial<Record<ReportFormatName, string>>> {
  /** A folder. */
  readonly badges?: string;
  /** Address of a documentation site. */
  readonly docsSite?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Adds the options of a report under a heading of their own. */
export function withReportFlags(command: Command): Command {
  const options = [
    ...Object.entries(reportFormats).map(
      ([name, { description }]) => new Option(`--${name} <file>`, `${description}; - for standard output`),
    ),
    new Option(
      '--badges <folder>',
      'write a badge of the run and one per class into an existing folder: SVG, and JSON for shields.io',
    ),
    new Option(
      '--docs-site <url>',
      'in files, lead from a broken rule to its page on this documentation site (npm run docs builds it)',
    ).argParser(webUrl),
    new Option('--quiet', 'print only what is wrong and the summary line'),
    new Option('--verbose', 'print every failure whole, and every list to its end').conflicts('quiet'),
  ];
  for (const option of options) command.addOption(option.helpGroup('Reports:'));
  return command;
}
