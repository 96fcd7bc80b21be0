import { openReceiver } from '@gateproof/harness';
import { defaultPrefix } from '@gateproof/spec';
import type { CliContext } from '../cli-context.ts';
import type { OpenedTarget } from '../open-target.ts';
import { readPem } from '../read-pem.ts';
import { UsageError } from '../usage-error.ts';
import { assertWebUrl } from '../web-url.ts';
import type { ReceiverTargetFlags } from './receiver-flags.ts';

/** Beyond the ten seconds that a receiver may take, so that a slow answer differs from none. */
const defaultRequestTimeoutMs = 12_000;

/** Opens the receiver that the flags name. Throws `UsageError` for what is missing or wrong, `UnreachableError` when nothing answers. */
export async function openReceiverTarget(
  flags: ReceiverTargetFlags,
  { context, runId }: { readonly context: CliContext; readonly runId: string },
): Promise<OpenedTarget> {
  const { url, observer } = flags;
  if (url === undefined) throw new UsageError('a receiver is named by --url URL');
  assertWebUrl(url, '--url', 'http://localhost:3000/hook');
  if (observer !== undefined) assertWebUrl(observer, '--observer', 'http://localhost:3000/effects');
  const secret = flags.secret ?? context.env.GATEPROOF_WEBHOOK_SECRET;
  if (secret === undefined || secret === '') {
    throw new UsageError(
      'a receiver needs its signing secret: --secret SECRET, or GATEPROOF_WEBHOOK_SECRET in the environment',
    );
  }
  const previous = flags.previousSecret ?? context.env.GATEPROOF_PREVIOUS_WEBHOOK_SECRET;
  const target = await openReceiver({
    url,
    prefix: flags.prefix ?? defaultPrefix,
    secrets: previous === undefined ? [secret] : [secret, previous],
    otherSecret: flags.otherSecret ?? context.env.GATEPROOF_OTHER_WEBHOOK_SECRET,
    restart: flags.restart,
    observerUrl: observer,
    tls: flags.ca === undefined ? {} : { ca: readPem(flags.ca) },
    requestTimeoutMs: flags.requestTimeout ?? defaultRequestTimeoutMs,
    runId,
    signal: context.interrupted,
    arguments: argumentsOf(url, flags),
  });
  return { target, defaults: {} };
}

function argumentsOf(url: string, { observer, restart, prefix, ca }: ReceiverTargetFlags): readonly string[] {
  return [
    '--url',
    url,
    ...(observer === undefined ? [] : ['--observer', observer]),
    ...(restart === undefined ? [] : ['--restart', restart]),
    ...(prefix === undefined ? [] : ['--prefix', prefix]),
    ...(ca === undefined ? [] : ['--ca', ca]),
  ];
}
