import { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { candidates } from './candidates.ts';

function program(): Command {
  const whole = new Command('gateproof');
  whole
    .command('gateway')
    .summary('judge a gateway')
    .addOption(new Option('--only <rule...>', 'only these'))
    .addOption(new Option('--effort <effort>', 'how many').choices(['quick', 'standard']))
    .addOption(new Option('--quiet', 'less'))
    .addOption(new Option('--json <file>', 'write it'));
  whole.command('replay').argument('<result>').argument('<rule>').argument('[driver...]');
  const events = whole.command('events');
  events.command('list').summary('list them');
  return whole;
}

const rules = ['auth.key.missing', 'stream.done'];

const complete = (...words: readonly string[]) =>
  candidates(program(), words, (placeholder) =>
    placeholder === 'rule' ? rules.map((word) => ({ word, about: '' })) : undefined,
  ).map(({ word }) => word);

test.each([
  ['commands', [''], ['gateway', 'replay', 'events', 'help']],
  ['the beginning of a command', ['ga'], ['gateway']],
  ['commands of a command', ['events', ''], ['list', 'help']],
  ['options', ['gateway', '--'], ['--only', '--effort', '--quiet', '--json', '--help']],
  ['options after a flag', ['gateway', '--quiet', '--e'], ['--effort']],
  ['choices', ['gateway', '--effort', ''], ['quick', 'standard']],
  ['rules', ['gateway', '--only', 'auth'], ['auth.key.missing']],
  ['further rules of one option', ['gateway', '--only', 'auth.key.missing', ''], rules],
  ['the option after several rules', ['gateway', '--only', 'auth.key.missing', '--q'], ['--quiet']],
  ['a file, which the shell knows', ['gateway', '--json', ''], []],
  ['the second operand', ['replay', 'run.json', 's'], ['stream.done']],
  ['the first operand, a file', ['replay', ''], []],
  ['nothing where no operand is taken', ['gateway', ''], []],
  ['nothing behind --', ['replay', 'run.json', 'stream.done', '--', ''], []],
])('%s', (_name, words, expected) => {
  expect(complete(...words)).toEqual(expected);
});
