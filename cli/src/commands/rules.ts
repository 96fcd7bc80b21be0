import { type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { RulesFlags } from '../rules/rules-flags.ts';

const examples = `
Examples:
  gateproof rules --area stream
  gateproof rules --class basic
  gateproof rules --party client --level must
  gateproof rules auth.key.missing`;

/** Adds `gateproof rules`: lists the rules, or tells all of one. */
export function addRulesCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('rules')
    .summary('list the rules, or tell all of one')
    .description('Lists the rules of the contract by area, or tells everything about one of them.')
    .argument('[id]', 'rule to tell everything about')
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
