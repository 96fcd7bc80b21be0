import type { RunClock } from '../clock/run-clock.ts';
import type { Driver } from './driver.ts';
import { describeDriver } from './driver-answer.ts';
import { DriverProcess } from './driver-process.ts';

const defaultHelloLimitMs = 20_000;

/** Starts COMMAND as a driver and shakes hands. Throws `DriverTrouble` when it does not answer `hello` as the protocol asks, within `helloLimitMs`. */
export async function startProcessDriver(
  command: readonly string[],
  clock: RunClock,
  helloLimitMs = defaultHelloLimitMs,
): Promise<Driver> {
  const connection = new DriverProcess(command, clock);
  try {
    const description = describeDriver(await connection.call({ op: 'hello' }, helloLimitMs));
    return {
      description,
      call: (request, limitMs, signal) => connection.call(request, limitMs, signal),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
