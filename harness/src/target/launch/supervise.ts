import type { RunClock } from '../../clock/run-clock.ts';
import type { Launched } from './launched.ts';
import type { OutputTail } from './output-tail.ts';

/** One run of a started gateway. */
export interface Instance {
  /** How it ended; undefined while it runs. */
  ended(): string | undefined;
  /** Calls `look` once it has ended. */
  onEnd(look: () => void): void;
  stop(): Promise<void>;
}

/** How instances of a gateway are made. */
export interface Maker {
  /** What is started, as notes name it: `the command`. */
  readonly name: string;
  readonly output: OutputTail;
  readonly clock: Pick<RunClock, 'nowMs'>;
  /** Starts one and waits until it is ready. Returns it with why it is not ready, if so. */
  start(): Promise<{ readonly instance: Instance; readonly trouble: string | undefined }>;
}

/** Starts a gateway and keeps watch over it. Throws what `failed` makes of the reason when it does not become ready the first time. */
export async function supervise(
  { name, output, start, clock }: Maker,
  baseUrl: () => string | undefined,
  failed: (why: string) => Error,
): Promise<Launched> {
  const notes: string[] = [];
  let current: Instance | undefined;
  let deaths = 0;
  let longestMs = 0;
  let stopping = false;
  let reviving: Promise<boolean> | undefined;
  const startOne = async () => {
    const beganMs = clock.nowMs();
    const { instance, trouble } = await start();
    current = instance;
    if (trouble !== undefined) return trouble;
    longestMs = Math.max(longestMs, clock.nowMs() - beganMs);
    instance.onEnd(() => {
      if (stopping) return;
      deaths += 1;
      notes.push(`${name} ${instance.ended()} in the middle of the run and was started again${output.lastWords()}`);
    });
    return undefined;
  };
  const again = async () => {
    await current?.stop();
    return (await startOne()) === undefined;
  };
  const trouble = await startOne();
  if (trouble !== undefined) {
    stopping = true;
    await current?.stop();
    throw failed(trouble);
  }
  return {
    baseUrl: baseUrl(),
    deaths: () => deaths,
    startUpMs: () => longestMs,
    revive() {
      if (current?.ended() === undefined) return Promise.resolve(true);
      reviving ??= again().finally(() => {
        reviving = undefined;
      });
      return reviving;
    },
    notes: () => notes,
    async stop() {
      stopping = true;
      await reviving?.catch(() => undefined);
      await current?.stop();
    },
  };
}
