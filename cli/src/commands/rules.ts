import { type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { RulesFlags } from '../rules/rules-flags.ts';

const examples = `
Examples:
  npx gateproof rules --area stream
  npx gateproof rules --class basic
  npx gateproof rules --party client --level must
  npx gateproof rules stream.failure
  npx gateproof rules auth.key.missing`;

/** Adds `gateproof rules`: lists the rules, or prints all of one. */
export function addRulesCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('rules')
    .summary('list the rules, or print all of one')
    .description('Lists the rules of the contract by area, or prints everything about one of them.')
    .argument('[id]', 'rule to print everything about, or what --only takes: the beginning of ids or a glob')
    .option('--area <area>', 'only this area, for example stream')
    .option('--class <class>', 'only this conformance class of gateways, for example basic')
    .addOption(
      new Option('--party <party>', 'only rules that bind this party').choices(['gateway', 'client', 'receiver']),
    )
    .addOption(new Option('--level <level>', 'only this level').choices(['must', 'derived', 'should']))
    .option('--json', 'as JSON')
    .addHelpText('after', examples)
    .action(async (id: string | undefined, flags: RulesFlags) => {
      const { runRules } = await import('../rules/run-rules.ts');
      finish(await runRules(id, flags, context));
    });
}
