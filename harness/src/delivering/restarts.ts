import { exec } from 'node:child_process';
import { NotExercised, SetupFailed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';

/** A command may build or pull what it starts. */
const commandLimitMs = 60_000;
const answersWithinMs = 30_000;
const lookAgainMs = 100;

/** How a receiver is restarted. */
export interface RestartMeans {
  /** A shell's command, or what does it in this process; undefined: nothing can. */
  readonly restart: string | (() => Promise<void>) | undefined;
  readonly clock: RunClock;
  /** Whether the receiver answers, and not by a 5xx or 429 alone. */
  answers(): Promise<boolean>;
}

/** Restarts of a receiver under test, each while no case but the one that asks for it is under way. */
export class Restarts {
  readonly #means: RestartMeans;
  #busy = 0;
  #last: Promise<void> = Promise.resolve();
  #isAlone = false;
  readonly #waiting: (() => void)[] = [];

  constructor(means: RestartMeans) {
    this.#means = means;
  }

  /** A case begins; it waits for the end of what another one does alone. */
  async enter(): Promise<void> {
    while (this.#isAlone) await this.#last;
    this.#busy += 1;
  }

  /** A case ends. */
  leave(): void {
    this.#busy -= 1;
    if (this.#busy === 0) for (const go of this.#waiting.splice(0)) go();
  }

  /**
   * Asked for by a case that has entered; `before` is done just before, while no other case is under way. Throws `NotExercised` when nothing can restart the
   * receiver, `SetupFailed` when it did not come back.
   */
  async restart(before: () => Promise<void> = async () => undefined): Promise<void> {
    const { restart } = this.#means;
    if (restart === undefined) throw new NotExercised('nothing can restart the receiver; --restart names a command');
    await this.alone(async () => {
      await before();
      await this.#restart(restart);
    });
  }

  /** Asked for by a case that has entered; `work` is done while no other case is under way. */
  async alone(work: () => Promise<void>): Promise<void> {
    this.#isAlone = true;
    this.leave();
    const turn = this.#last.then(() => this.#workAlone(work));
    const over = turn.catch(() => undefined);
    this.#last = over;
    try {
      await turn;
    } finally {
      this.#busy += 1;
      if (this.#last === over) this.#isAlone = false;
    }
  }

  /** Restarts a receiver that has gone, for nobody's case. Throws `SetupFailed` when it did not come back. */
  async revive(): Promise<void> {
    const { restart, answers } = this.#means;
    // It may be gone because a case restarts it.
    while (this.#isAlone) await this.#last;
    if (restart !== undefined && !(await answers())) await this.#restart(restart);
  }

  async #workAlone(work: () => Promise<void>): Promise<void> {
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await work();
  }

  async #restart(restart: string | (() => Promise<void>)): Promise<void> {
    await (typeof restart === 'string' ? run(restart) : restart());
    const untilMs = this.#means.clock.nowMs() + answersWithinMs;
    while (!(await this.#means.answers())) {
      if (this.#means.clock.nowMs() > untilMs)
        throw new SetupFailed(
          `the receiver did not answer, or only with a 5xx or 429, within ${answersWithinMs / 1000} s after its restart`,
        );
      await this.#means.clock.pause(lookAgainMs);
    }
  }
}

function run(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    exec(command, { timeout: commandLimitMs }, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new SetupFailed(`the command that restarts the receiver failed: ${stderr.trim() || error.message}`));
    });
  });
}
