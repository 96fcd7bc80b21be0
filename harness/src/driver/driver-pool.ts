import type { DriverAnswer } from '@gateproof/spec';
import { SetupFailed } from '../check/setup-failed.ts';
import { type Driver, DriverTrouble, type StartDriver } from './driver.ts';
import { DriverDied } from './driver-died.ts';
import { DriverSilent } from './driver-silent.ts';

/** So many starts that fail one after another end the trying: each may take the whole limit of `hello`. */
const maxFailedStarts = 3;

/** Gives each call a driver of its own; one that failed its protocol is replaced. */
export class DriverPool {
  readonly #start: StartDriver;
  readonly #idle: Driver[];
  readonly #waiting: (() => void)[] = [];
  #room: number;
  #failedStarts = 0;
  #lastFailure = '';

  constructor(first: Driver, start: StartDriver, size: number) {
    this.#start = start;
    this.#idle = [first];
    this.#room = size - 1;
  }

  /** Throws `DriverSilent` when no answer came in time, `DriverDied` when the driver's process ended, `SetupFailed` for any other trouble of it. */
  call(...call: Parameters<Driver['call']>): Promise<DriverAnswer> {
    return this.onOne((send) => send(...call));
  }

  /** Keeps one driver for all calls of `use`, which throw as `call` does. */
  async onOne<T>(use: (call: Driver['call']) => Promise<T>): Promise<T> {
    const driver = await this.#take();
    const open = new Set<Promise<DriverAnswer>>();
    let hasFailed = false;
    let isSuspect = true;
    const call = async (...given: Parameters<Driver['call']>): Promise<DriverAnswer> => {
      const answer = driver.call(...given);
      open.add(answer);
      try {
        return await answer;
      } catch (error) {
        hasFailed = true;
        if (!(error instanceof DriverTrouble)) throw error;
        throw failureOf(error);
      } finally {
        open.delete(answer);
        // What an aborted call leaves behind is for the checks of that alone.
        if (given[2]?.aborted === true) hasFailed = true;
      }
    };
    try {
      const result = await use(call);
      isSuspect = hasFailed || open.size > 0;
      return result;
    } finally {
      // One that still works on a call would mix it with the next user's, and one of whom something was found may go on like that.
      if (isSuspect) this.#giveUp(driver);
      else this.#idle.push(driver);
      this.#waiting.shift()?.();
    }
  }

  #giveUp(driver: Driver): void {
    this.#room += 1;
    void driver.close();
  }

  async #take(): Promise<Driver> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle !== undefined) return idle;
      if (this.#room > 0) return this.#startAnother();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #startAnother(): Promise<Driver> {
    if (this.#failedStarts >= maxFailedStarts) {
      this.#waiting.shift()?.();
      throw new SetupFailed(`the driver could not be started again: ${this.#lastFailure}`);
    }
    this.#room -= 1;
    try {
      const driver = await this.#start();
      this.#failedStarts = 0;
      return driver;
    } catch (error) {
      this.#room += 1;
      this.#failedStarts += 1;
      this.#lastFailure = (error as Error).message;
      this.#waiting.shift()?.();
      throw new SetupFailed(`the driver could not be started again: ${this.#lastFailure}`);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((driver) => driver.close()));
  }
}

function failureOf({ message, isSilent, hasDied }: DriverTrouble): SetupFailed {
  if (isSilent) return new DriverSilent(message);
  return hasDied ? new DriverDied(message) : new SetupFailed(message);
}
