import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { InitFlags } from '../init/run-init.ts';
import { headerOption } from '../target-flags.ts';

const examples = `
Examples:
  npx gateproof init
  npx gateproof init --url http://localhost:8080 --key-env GATEWAY_KEY
  npx gateproof init --url http://localhost:8080 --command './gateway --port 8080' --output gateway.yaml

Without --url it asks. Secrets are never written: a profile names environment variables.`;

/** Adds `gateproof init`: writes a profile by asking and looking. */
export function addInitCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('init')
    .summary('write a profile of a gateway')
    .description('Looks at a gateway with a few requests, small chats among them, and writes a commented profile.')
    .option('--url <url>', 'base URL of the gateway (without /v1)')
    .option(
      '--key <key>',
      'its API key, for this look alone: the profile names the variable (default: the value of that variable)',
    )
    .option('--key-env <name>', 'environment variable with its API key (default: GATEPROOF_KEY)')
    .option('--prefix <word>', "the gateway's service prefix (default: what its headers say)")
    .option('--model <id>', 'a cheap text model that chats may name (default: a listed one that serves)')
    .addOption(headerOption())
    .option('--command <line>', 'starts the gateway for each run')
    .option('--testbed-url <url>', 'URL of its testbed (default: looked for below its URL)')
    .option('--testbed-token-env <name>', 'environment variable with the token of its testbed')
    .option('--output <file>', 'profile to write', 'gateproof.yaml')
    .option('--force', 'write over a file that is there')
    .addHelpText('after', examples)
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('../init/run-init.ts');
      finish(await runInit(flags, context));
    });
}
