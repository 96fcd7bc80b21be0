import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type ReportFlags, withReportFlags } from '../report-flags.ts';

const help = `
Examples:
  npx gateproof report
  npx gateproof report 1
  npx gateproof report run.json
  npx gateproof report run.json stream.failure.done-follows
  npx gateproof report run.json x371
  npx gateproof report run.json --markdown summary.md
  npx gateproof report run.json --html report.html --junit junit.xml
  npx gateproof report run.json --annotations - --quiet
  npx gateproof report run.json --badges docs/badges

Exit codes:
  0  printed or written, whatever the verdicts are
  2  wrong usage, or no result document`;

/** Adds `gateproof report`: prints the result document of an earlier run, or single causes, rules and exchanges of it. */
export function addReportCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('report')
    .summary('print all of a result, or one cause, rule or exchange of it, or write it in another form')
    .description(
      'Prints the whole report of an earlier run, and writes it in other forms. With ids it prints those causes, rules and exchanges whole.',
    )
    .argument('[result]', 'result document that --json wrote; left out: that of the last run of this folder')
    .argument('[id...]', 'numbers of causes, ids of rules or exchanges, such as 1, stream.done or x371');
  withReportFlags(command)
    .addHelpText('after', help)
    .action(async (result: string | undefined, ids: string[], flags: ReportFlags) => {
      const { runReport } = await import('../report/run-report.ts');
      finish(await runReport({ words: result === undefined ? ids : [result, ...ids], flags }, context));
    });
}
