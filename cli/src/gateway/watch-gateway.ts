import { cameBack, startRunClock, takesConnections } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { judgeParty } from '../run-party.ts';
import { type Trigger, watch } from '../watch/watch.ts';
import { watchedAddresses } from '../watch/watched-addresses.ts';
import type { GatewayFlags } from './gateway-flags.ts';
import { gatewayParty } from './gateway-party.ts';

/** A gateway that takes connections again may need a moment until it answers. */
const comebackWaitS = 10;

/** Judges a gateway, and what is red again whenever it comes back or a key asks for it. Returns the exit code of the last run. */
export function watchGateway(flags: GatewayFlags, context: CliContext): Promise<number> {
  const addresses = watchedAddresses(flags);
  const patient = { ...flags, wait: flags.wait ?? comebackWaitS };
  let runs = 0;
  return watch({
    judge: (only, brokenBy) => {
      runs += 1;
      const again = runs === 1 ? flags : patient;
      const chosen = only === undefined ? again : { ...again, only, brokenBy };
      return judgeParty(gatewayParty(chosen, context), chosen, context);
    },
    next: () => nextTrigger(addresses, context),
    stderr: context.stderr,
    ...(flags.strict === undefined ? {} : { strict: flags.strict }),
  });
}

/** The first of: the gateway came back, a key, the end of the process. Without any of them nothing could come. */
async function nextTrigger(addresses: readonly string[], { nextKey, interrupted }: CliContext): Promise<Trigger> {
  const settled = new AbortController();
  const over = AbortSignal.any([interrupted, settled.signal]);
  const others = addresses.map((address) => awaitComeback(address, over));
  const key = nextKey(over).then((pressed) => (pressed === undefined ? undefined : triggerOf(pressed)));
  const first = await Promise.race([...others, key]);
  // Without keys, the comeback is what is left.
  const trigger = first ?? (others.length === 0 ? 'end' : await Promise.race(others));
  settled.abort();
  return interrupted.aborted ? 'end' : trigger;
}

function triggerOf(key: string): Trigger {
  if (key === 'q' || key === '\u0003' || key === '\u0004') return 'end';
  return key === 'a' ? 'all' : 'red';
}

async function awaitComeback(address: string, over: AbortSignal): Promise<Trigger> {
  const { hostname, port, protocol } = new URL(address);
  const standardPort = protocol === 'https:' ? 443 : 80;
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? standardPort : Number(port) };
  const clock = startRunClock();
  await cameBack(() => takesConnections(at, clock), clock, over);
  return 'came-back';
}
