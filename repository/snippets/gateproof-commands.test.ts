import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../cli/src/program.ts';
import { recordedContext } from '../../cli/src/recorded-context.fixture.ts';
import { type GateproofWorld, gateproofWorld } from './gateproof-world.fixture.ts';
import { shellCommands } from './shell-commands.ts';

const commands = shellCommands()
  .filter(({ words }) => words[0] === 'npx' && words[1] === 'gateproof')
  .map(({ place, words, notRun }) => ({ place, words: words.slice(2), line: words.slice(2).join(' '), notRun }));

/** The whole command line, whose commands parse their options and do nothing. */
function idleProgram(): Command {
  const idle = (command: Command): void => {
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(idle);
  };
  const program = buildProgram(recordedContext().context, () => undefined);
  program.commands.forEach(idle);
  return program;
}

it('finds commands', () => {
  expect(commands.length).toBeGreaterThan(40);
});

describe('is a whole command', () => {
  it.each(commands)('$place gateproof $line', ({ words }) => {
    expect(() => idleProgram().parse([...words], { from: 'user' })).not.toThrow();
  });
});

describe('runs', () => {
  let world: GateproofWorld | undefined;
  beforeAll(async () => {
    world = await gateproofWorld();
  }, 120_000);
  afterAll(() => world?.close());

  it.each(commands.filter(({ notRun }) => notRun === undefined))('$place gateproof $line', async ({ words }) => {
    const { code, output } = (await world?.run(words)) ?? {};
    // Green, red or undecided; 2 is a wrong command, 4 a target that is not there, 5 a mistake of ours.
    expect([0, 1, 3], output).toContain(code);
  });
});
