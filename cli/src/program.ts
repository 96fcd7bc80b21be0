import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { addBaselineCommand } from './commands/baseline.ts';
import { addClientCommand } from './commands/client.ts';
import { addCompareCommand } from './commands/compare.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEventsCommand } from './commands/events.ts';
import { addGatewayCommand } from './commands/gateway.ts';
import { addInitCommand } from './commands/init.ts';
import { addMergeCommand } from './commands/merge.ts';
import { addProxyCommand } from './commands/proxy.ts';
import { addReceiverCommand } from './commands/receiver.ts';
import { addRecordCommand } from './commands/record.ts';
import { addRejudgeCommand } from './commands/rejudge.ts';
import { addReplayCommand } from './commands/replay.ts';
import { addReportCommand } from './commands/report.ts';
import { addRulesCommand } from './commands/rules.ts';
import { addSimulateCommand } from './commands/simulate.ts';
import { addTriggerCommand } from './commands/trigger.ts';
import { exitCodeHelp } from './exit-code-help.ts';
import { toolVersion } from './version.ts';

const examples = `
Examples:
  npx gateproof gateway                                          judge the built-in simulator
  npx gateproof gateway --url http://localhost:8080 --key sk-1   judge a gateway by URL and key alone
  npx gateproof gateway --profile gateway.yaml --json run.json   judge all that the profile can arrange
  npx gateproof baseline run.json --output known.yaml            keep what is red now as known
  npx gateproof init --url http://localhost:8080                 write a profile
  npx gateproof doctor --profile gateway.yaml                    what can be decided, and what to add next
  npx gateproof replay run.json stream.failure.done-follows      run one failing case again
  npx gateproof report                                           print all of the last run in this folder
  npx gateproof report run.json stream.failure.done-follows      print one rule of a result whole
  npx gateproof compare before.json after.json                   what changed from one result to another
  npx gateproof rejudge run.json                                 decide its standing rules again by this version's checks
  npx gateproof merge 1.json 2.json --html report.html           join the results of a run's shards
  npx gateproof receiver --url http://localhost:3000/hook        judge a webhook receiver
  npx gateproof client -- node my-driver.js                      judge a client SDK
  npx gateproof proxy --target http://localhost:8080             judge both parties by their traffic
  npx gateproof record --target http://localhost:8080 --cassette cassette.yaml
                                                                 record both parties, to play it again
  npx gateproof simulate --port 8080                             a reference gateway to build against
  npx gateproof trigger job.succeeded                            send a webhook event from it`;

/** The whole command line. `finish` takes the exit code of the command that ran. */
export function buildProgram(context: CliContext, finish: (exitCode: number) => void): Command {
  const program = new Command('gateproof')
    .description('Checks whether an inference gateway keeps its contract, and simulates one that does.')
    .version(toolVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns,
      getErrHelpWidth: () => context.stderr.columns,
      outputError: (text, write) => write(text.replace(/^error: /, 'gateproof: ')),
    })
    .showHelpAfterError("(try 'npx gateproof --help')")
    .addHelpText('after', `${examples}\n${exitCodeHelp()}`);
  addInitCommand(program, context, finish);
  addGatewayCommand(program, context, finish);
  addDoctorCommand(program, context, finish);
  addReceiverCommand(program, context, finish);
  addClientCommand(program, context, finish);
  addProxyCommand(program, context, finish);
  addRecordCommand(program, context, finish);
  addReplayCommand(program, context, finish);
  addReportCommand(program, context, finish);
  addCompareCommand(program, context, finish);
  addRejudgeCommand(program, context, finish);
  addMergeCommand(program, context, finish);
  addBaselineCommand(program, context, finish);
  addRulesCommand(program, context, finish);
  addSimulateCommand(program, context, finish);
  addTriggerCommand(program, context, finish);
  addEventsCommand(program, context, finish);
  addCompletionCommands(program, context, finish);
  for (const command of program.commands) command.showHelpAfterError(`(try 'npx gateproof ${command.name()} --help')`);
  return program;
}
