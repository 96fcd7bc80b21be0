import { test as base, type TestAPI } from 'vitest';
import type { AccountControl } from './control/account-control.ts';
import type { Control } from './control/create-control.ts';
import type { SimulatorOptions } from './simulator-options.ts';
import { type StartedSimulator, startSimulator } from './start-simulator.ts';

export interface SimulatorTestOptions extends SimulatorOptions {
  /** Lets a test pass although a fault that it set did not do its part. Default false. */
  readonly allowIdleFaults?: boolean;
}

/** What a test gets that asks for it. */
export interface SimulatorFixtures {
  /** One for each test file. */
  readonly simulator: StartedSimulator;
  readonly control: Control;
  /** An account of the test's own, removed after it. The test fails when a fault that it set did not do its part. */
  readonly account: AccountControl;
}

/** Vitest's `test` with a simulator of these options for each test file, and an account for each test. */
export function simulatorTest(options: SimulatorTestOptions = {}): TestAPI<SimulatorFixtures> {
  return base.extend<SimulatorFixtures>({
    simulator: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
      async ({}, use) => {
        const simulator = await startSimulator(options);
        await use(simulator);
        await simulator.close();
      },
      { scope: 'file' },
    ],
    control: [
      async ({ simulator }, use) => {
        await use(simulator.control);
      },
      { scope: 'file' },
    ],
    account: async ({ simulator }, use) => {
      const account = await simulator.account();
      await use(account);
      await (options.allowIdleFaults === true ? account.remove() : account.finish());
    },
  });
}

/** `simulatorTest()` with every default. */
export const test: TestAPI<SimulatorFixtures> = simulatorTest();
