import { type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { exitCodeHelp } from '../exit-code-help.ts';
import { wholeNumber } from '../numbers.ts';
import type { ProxyFlags } from '../proxy/proxy-flags.ts';
import { withReportFlags } from '../report-flags.ts';

const examples = `
Examples:
  npx gateproof proxy --target http://localhost:8080
  npx gateproof proxy --target https://gateway.example/api --port 9000 --json traffic.json

Point the client at the proxy in the place of the gateway. Ctrl-C ends it and prints the verdicts.`;

/** Adds `gateproof proxy`: stands between a client and a gateway and judges both by their traffic. */
export function addProxyCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('proxy')
    .summary('judge a gateway and its clients by their traffic')
    .description(
      'Stands between any client and any gateway, passes everything on as it comes, and judges what passes: the rules of the gateway that hold for every exchange, and the rules of clients that traffic shows.',
    )
    .addOption(new Option('--target <url>', 'base URL of the gateway, without /v1'))
    .addOption(
      new Option('--port <n>', 'port to listen on; 0 takes any free one').argParser(wholeNumber(0, 65_535)).default(0),
    )
    .option('--prefix <word>', "the service's prefix in headers and fields (default: svc)");
  withReportFlags(command)
    .addHelpText('after', `${examples}\n${exitCodeHelp()}`)
    .action(async (flags: ProxyFlags) => {
      const { runProxy } = await import('../proxy/run-proxy.ts');
      finish(await runProxy(flags, context));
    });
}
