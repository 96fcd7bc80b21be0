import { openReceiver, type ResultDocument, runSuite } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import { receiverSuite } from '@gateproof/suites';

const catalogue = loadRules().filter(({ party }) => party === 'receiver');

/** The secret of another endpoint of the receivers that are judged. */
export const otherSecret = 'whsec_OtherEndpoint0123456789';

/** Runs the receiver suite against a receiver. `only` narrows it to rules whose ids begin so, `concurrency` is 8 by default. */
export async function judgeReceiver(
  served: { readonly url: string; readonly observerUrl?: string; readonly restart?: () => Promise<void> },
  secrets: readonly [string, ...string[]],
  { only = '', concurrency }: { readonly only?: string; readonly concurrency?: number } = {},
): Promise<ResultDocument> {
  const target = await openReceiver({
    url: served.url,
    prefix: 'svc',
    secrets,
    observerUrl: served.observerUrl,
    otherSecret,
    restart: served.restart,
    tls: {},
    requestTimeoutMs: 12_000,
    runId: 'matrix',
    arguments: [],
  });
  try {
    return await runSuite({
      target,
      suite: receiverSuite,
      rules: catalogue.filter(({ id }) => id.startsWith(only)),
      catalogue,
      toolVersion: 'matrix',
      runId: 'matrix',
      seed: 42,
      shrinkLimitMs: 200,
      ...(concurrency === undefined ? {} : { concurrency }),
      // A receiver may take its time.
      runLimitMs: 1_800_000,
    });
  } finally {
    await target.close();
  }
}
