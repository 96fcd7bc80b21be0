import type { AccountAnswer, AccountRequest, TestbedDescription } from '@gateproof/spec';
import { AccountControl } from './account-control.ts';
import type { JournalAnswer, WorldAnswer } from './journal-protocol.ts';
import { TestbedCaller, type TestbedCallerOptions } from './testbed-caller.ts';

export interface SeededAccountRequest extends AccountRequest {
  /** What its ids and replies follow from: the same requests in the same order get the same ones. Default: a seed that no other account has. */
  readonly seed?: string;
}

/** A simulator as those see it who arrange its world. */
export interface Control {
  /** The newest requests that no account's key came with. */
  journal(): Promise<JournalAnswer>;
  /** What the testbed says of itself. */
  describe(): Promise<TestbedDescription>;
  readonly accounts: {
    /** A fresh account with a first key. */
    create(request?: SeededAccountRequest): Promise<AccountControl>;
    /** The account that an API key opens, for example that of the simulator's default key. */
    withKey(apiKey: string): Promise<AccountControl>;
    /** An account that was made before, by its id and the secret of a key of it. */
    open(account: { readonly id: string; readonly apiKey: string }): AccountControl;
  };
}

/** A client of the testbed of a simulator at `url`. Every call rejects with `ControlError` when it is refused. */
export function createControl(options: TestbedCallerOptions): Control {
  const caller = new TestbedCaller(options);
  return {
    describe: () => caller.call('GET', '/'),
    journal: () => caller.call('GET', '/journal'),
    accounts: {
      create: async (request = {}) =>
        new AccountControl(caller, await caller.call<AccountAnswer>('POST', '/accounts', request)),
      withKey: async (apiKey) => {
        const { id } = await caller.call<WorldAnswer>('GET', '/accounts/self', undefined, {
          authorization: `Bearer ${apiKey}`,
        });
        return new AccountControl(caller, { id, key: { id: '', secret: apiKey } });
      },
      open: ({ id, apiKey }) => new AccountControl(caller, { id, key: { id: '', secret: apiKey } }),
    },
  };
}
