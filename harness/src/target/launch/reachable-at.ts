import { networkInterfaces } from 'node:os';
import { containerHost } from './launch-container.ts';

/** Where the target finds what the harness opens: upstreams and the webhook receiver. */
export interface ReachableAt {
  /** Name or address that the target is given. */
  readonly host: string;
  /** Address of this machine that is listened on. */
  readonly bind: string;
}

const everywhere = '0.0.0.0';
const bridge = 'docker0';

/** Where a target of this machine finds us. */
export const onLoopback: ReachableAt = { host: '127.0.0.1', bind: '127.0.0.1' };

/** Where a container finds us: on the engine's bridge where this machine has one, otherwise on all addresses. */
export function besideContainers(): ReachableAt {
  const address = networkInterfaces()[bridge]?.find(({ family }) => family === 'IPv4')?.address;
  return { host: containerHost, bind: address ?? everywhere };
}
