import type { DriverAnswer } from '@gateproof/spec';
import { SetupFailed } from '../check/setup-failed.ts';
import { type Driver, DriverTrouble } from './driver.ts';

/** Lends each call a driver of its own; one that failed its protocol is replaced. */
export class DriverPool {
  readonly #start: () => Promise<Driver>;
  readonly #idle: Driver[];
  readonly #waiting: ((driver: Driver) => void)[] = [];
  #room: number;

  constructor(first: Driver, start: () => Promise<Driver>, size: number) {
    this.#start = start;
    this.#idle = [first];
    this.#room = size - 1;
  }

  async call(request: Parameters<Driver['call']>[0], limitMs: number): Promise<DriverAnswer> {
    const driver = await this.#take();
    try {
      const answer = await driver.call(request, limitMs);
      this.#giveBack(driver);
      return answer;
    } catch (error) {
      void driver.close();
      this.#giveBack(await this.#start().catch(() => driver));
      throw error instanceof DriverTrouble ? new SetupFailed(error.message) : error;
    }
  }

  async #take(): Promise<Driver> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#room > 0) {
      this.#room -= 1;
      return this.#start();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(driver: Driver): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(driver);
    else next(driver);
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((driver) => driver.close()));
  }
}
