import { type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { wholeNumber } from '../numbers.ts';
import type { RecordFlags } from '../record/record-flags.ts';

const examples = `
Examples:
  npx gateproof record --target https://gateway.example --cassette cassette.yaml
  npx gateproof record --target http://localhost:8080 --port 9000 --cassette cassette.json --force
  npx gateproof simulate --cassette cassette.yaml --cassette-only

Point the client at the recorder in the place of the gateway. Ctrl-C ends it and writes the cassette.

Exit code 0: the cassette is written; 3: nothing came, nothing is written.`;

/** Adds `gateproof record`: stands between a client and a gateway and writes down what passes, to be played again. */
export function addRecordCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('record')
    .summary('record what passes between a client and a gateway')
    .description(
      'Stands between any client and any gateway, passes everything on as it comes, and writes it to a cassette, without keys, which the simulator can play.',
    )
    .addOption(new Option('--target <url>', 'base URL of the gateway, without /v1'))
    .addOption(new Option('--cassette <file>', 'file to write; YAML, or JSON when its name ends with .json'))
    .addOption(
      new Option('--port <n>', 'port to listen on; 0 takes any free one').argParser(wholeNumber(0, 65_535)).default(0),
    )
    .option('--prefix <word>', "the service's prefix in headers and fields (default: svc)")
    .option('--force', 'write over a cassette that is there already')
    .addHelpText('after', examples)
    .action(async (flags: RecordFlags) => {
      const { runRecord } = await import('../record/run-record.ts');
      finish(await runRecord(flags, context));
    });
}
