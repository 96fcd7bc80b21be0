import { test as base, type TestAPI } from 'vitest';
import type { AccountControl } from './control/account-control.ts';
import { type Control, createControl } from './control/create-control.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

/** A simulator that listens on a free port of this machine, one for each test file. */
export interface ListeningSimulator extends Simulator {
  /** Its base URL, without `/v1`. */
  readonly url: string;
}

export interface SimulatorTestOptions extends SimulatorOptions {
  /** Lets a test pass although a fault that it set did not do its part. Default false. */
  readonly allowIdleFaults?: boolean;
}

/** What a test gets that asks for it. */
export interface SimulatorFixtures {
  readonly simulator: ListeningSimulator;
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
        const simulator = createSimulator(options);
        const url = await simulator.listen();
        await use({ ...simulator, url });
        await simulator.close();
      },
      { scope: 'file' },
    ],
    control: [
      async ({ simulator }, use) => {
        const { testbedToken: token } = options;
        await use(createControl({ url: simulator.url, ...(token === undefined ? {} : { token }) }));
      },
      { scope: 'file' },
    ],
    account: async ({ control }, use) => {
      const account = await control.accounts.create();
      await use(account);
      try {
        if (options.allowIdleFaults !== true) await account.assertAllFaultsActed();
      } finally {
        await account.remove();
      }
    },
  });
}

/** `simulatorTest()` with every default. */
export const test: TestAPI<SimulatorFixtures> = simulatorTest();
