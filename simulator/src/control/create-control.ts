import type { AccountAnswer, AccountRequest, TestbedDescription } from '@gateproof/spec';
import { AccountControl } from './account-control.ts';
import { TestbedCaller, type TestbedCallerOptions } from './testbed-caller.ts';

/** A simulator as those see it who arrange its world. */
export interface Control {
  /** What the testbed says of itself. */
  describe(): Promise<TestbedDescription>;
  readonly accounts: {
    /** A fresh account with a first key. */
    create(request?: AccountRequest): Promise<AccountControl>;
    /** An account that was made before, by its id and the secret of a key of it. */
    open(account: { readonly id: string; readonly apiKey: string }): AccountControl;
  };
}

/** A client of the testbed of a simulator at `url`. Every call rejects with `ControlError` when it is refused. */
export function createControl(options: TestbedCallerOptions): Control {
  const caller = new TestbedCaller(options);
  return {
    describe: () => caller.call('GET', '/'),
    accounts: {
      create: async (request = {}) =>
        new AccountControl(caller, await caller.call<AccountAnswer>('POST', '/accounts', request)),
      open: ({ id, apiKey }) => new AccountControl(caller, { id, key: { id: '', secret: apiKey } }),
    },
  };
}
