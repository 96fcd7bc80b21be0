import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { clock } from '../clock.ts';
import type { Question, Reply } from './judge-child.ts';
import type { JudgedMutant } from './mutant.ts';

/** One mutant is judged within this, on a busy machine too. */
const limitMs = 180_000;

/** What came of a question. */
export type Judgement = Pick<JudgedMutant, 'fate' | 'by'>;

/** A process that judges one mutant after the other; with `chosen`, that mutant is there from its start. */
export class Judge {
  readonly #child: ChildProcess;
  #hasEnded = false;
  /** How many it has judged. */
  count = 0;

  constructor(simulator: string, chosen?: string) {
    const environment = chosen === undefined ? {} : { __STRYKER_ACTIVE_MUTANT__: chosen };
    this.#child = fork(join(import.meta.dirname, 'judge-child.ts'), [simulator], {
      execArgv: ['--conditions=@gateproof/source'],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => undefined);
    this.#child.on('exit', () => {
      this.#hasEnded = true;
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  ask(question: Question): Promise<Judgement> {
    this.count += 1;
    const child = this.#child;
    return new Promise((resolve) => {
      const settle = (judgement: Judgement) => {
        cancel();
        child.removeAllListeners('message');
        child.off('exit', onExit);
        resolve(judgement);
      };
      const onExit = () => settle({ fate: 'crashed' });
      const cancel = clock.after(limitMs, () => {
        settle({ fate: 'timed out' });
        this.end();
      });
      child.on('exit', onExit);
      child.on('message', ({ by }: Reply) => settle(by === null ? { fate: 'survived' } : { fate: 'killed', by }));
      if (this.#hasEnded) onExit();
      else child.send(question, () => undefined);
    });
  }

  end(): void {
    this.#hasEnded = true;
    this.#child.kill('SIGKILL');
  }
}
