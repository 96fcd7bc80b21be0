import { type Command, Option } from 'commander';

/** The options of a report, as parsed: which files are written, and how much is printed. */
export interface ReportFlags {
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly annotations?: string;
  /** A folder. */
  readonly badges?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Adds the options of a report under a heading of their own. */
export function withReportFlags(command: Command): Command {
  const options = [
    new Option('--json <file>', 'write the result document, which replay reads; - for standard output'),
    new Option('--junit <file>', 'write JUnit XML; - for standard output'),
    new Option('--markdown <file>', 'write a summary for a CI page or a comment; - for standard output'),
    new Option('--html <file>', 'write one page for a browser that needs nothing else; - for standard output'),
    new Option(
      '--annotations <file>',
      'write workflow commands that GitHub shows as annotations; - for standard output',
    ),
    new Option(
      '--badges <folder>',
      'write a badge of the run and one per class into an existing folder: SVG, and JSON for shields.io',
    ),
    new Option('--quiet', 'print only what is wrong and the summary line'),
    new Option('--verbose', 'print every failure whole, and every list to its end').conflicts('quiet'),
  ];
  for (const option of options) command.addOption(option.helpGroup('Reports:'));
  return command;
}
