import { NotArranged } from '../check/setup-failed.ts';
import type { Testbed, TestbedAccount } from './testbed.ts';

/** How long a target without a testbed is given to answer for its upstreams, in ms. */
const upstreamTimeoutMs = 30_000;

/** A target of which nothing is known but one key: one account, nothing to arrange. */
export function bareTestbed(secret: string): Testbed {
  const refuse = async (): Promise<never> => {
    throw new NotArranged('a URL and one key let nothing be arranged; name a testbed or a profile');
  };
  const account: TestbedAccount = {
    id: 'the account of the given key',
    key: { id: 'given', secret },
    createKey: refuse,
    deleteKey: refuse,
    createModel: refuse,
    setCredit: refuse,
    setRateLimit: refuse,
    setTrouble: refuse,
    now: refuse,
    advance: refuse,
    usage: refuse,
    registerWebhook: refuse,
    rotateSecret: refuse,
    retireSecret: refuse,
    removeWebhook: refuse,
    remove: async () => undefined,
  };
  return {
    facts: {
      capabilities: new Set(),
      modalities: undefined,
      clockScope: 'target',
      upstreamTimeoutMs,
      keyPropagationMs: 0,
      signingKey: 'text',
      fragments: {},
      modelHeaders: new Map(),
    },
    createAccount: (_creditUsd, ordinal) => (ordinal === 1 ? Promise.resolve(account) : refuse()),
    close: async () => undefined,
  };
}
