import { type Command, Option } from 'commander';
import { webUrl } from '../web-url.ts';

/** Which running simulator is meant, and which of its accounts. */
export interface SimulatorFlags {
  readonly url: string;
  /** An API key of the account. */
  readonly key: string;
  readonly testbedToken?: string;
}

/** Adds the options that name a running simulator; the defaults are those of `gateproof simulate`. */
export function addSimulatorOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'base URL of the simulator').argParser(webUrl).default('http://127.0.0.1:8080'),
    )
    .option('--key <key>', 'API key of the account', 'sk-gateproof-default')
    .addOption(
      new Option('--testbed-token <token>', 'the token that the simulator was started with').env(
        'GATEPROOF_TESTBED_TOKEN',
      ),
    );
}
