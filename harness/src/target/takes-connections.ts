import { connect } from 'node:net';
import type { RunClock } from '../clock/run-clock.ts';

const limitMs = 2_000;

/** Whether something takes connections at a port of a host. Answers within two seconds. */
export function takesConnections(
  at: { readonly host: string; readonly port: number },
  clock: Pick<RunClock, 'after'>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at);
    const settle = (ready: boolean) => {
      cancel();
      socket.destroy();
      resolve(ready);
    };
    const cancel = clock.after(limitMs, () => settle(false));
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });
}
