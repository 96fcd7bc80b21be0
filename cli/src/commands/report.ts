import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { ReportFlags } from '../report-files.ts';

const help = `
Examples:
  npx gateproof report run.json
  npx gateproof report run.json stream.failure.done-follows
  npx gateproof report run.json x371
  npx gateproof report run.json --markdown summary.md
  npx gateproof report run.json --html report.html

Exit codes:
  0  printed, whatever the verdicts are
  2  wrong usage, or no result document`;

/** Adds `gateproof report`: prints the result document of an earlier run, or single rules and exchanges of it. */
export function addReportCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('report')
    .summary('print a result again, or one rule or exchange of it whole')
    .description('Prints the report of an earlier run again. With ids it prints those rules and exchanges whole.')
    .argument('<result>', 'result document that gateproof gateway --json wrote')
    .argument('[id...]', 'ids of rules or exchanges, such as x371')
    .option('--junit <file>', 'write JUnit XML; - for standard output')
    .option('--markdown <file>', 'write a summary for a CI page; - for standard output')
    .option('--html <file>', 'write one page for a browser that needs nothing else; - for standard output')
    .option('--quiet', 'print only what is wrong and the summary line')
    .option('--verbose', 'print every failure whole, and every list to its end')
    .addHelpText('after', help)
    .action(async (result: string, ids: string[], flags: ReportFlags) => {
      const { runReport } = await import('../report/run-report.ts');
      finish(await runReport({ result, ids, flags }, context));
    });
}
