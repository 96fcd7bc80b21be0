import type { RunClock } from '../../clock/run-clock.ts';
import { awaitReady, isReady, type ReadySigns } from './await-ready.ts';
import type { AskStatus, Launched, Readiness } from './launched.ts';
import { OutputTail } from './output-tail.ts';
import { type CommandLine, ProcessGroup } from './process-group.ts';
import { AlreadyServed, StartFailed } from './start-failed.ts';

/** A command that starts a gateway. */
export interface CommandLaunch extends CommandLine {
  readonly kind: 'command';
  readonly ready: Readiness;
}

/**
 * Starts a gateway by its command and waits until it is ready. Throws `StartFailed` when it ends at once or never gets ready, and `AlreadyServed`
 * when something answers at its address before it was started.
 */
export async function launchCommand(
  launch: CommandLaunch,
  { baseUrl, ask, clock }: { readonly baseUrl: string; readonly ask: AskStatus; readonly clock: RunClock },
): Promise<Launched> {
  const output = new OutputTail();
  const notes: string[] = [];
  let group: ProcessGroup | undefined;
  let deaths = 0;
  let stopping = false;
  let reviving: Promise<boolean> | undefined;
  const signs: ReadySigns = { baseUrl, ask, output, clock, ended: () => group?.end };
  const start = async () => {
    const started = ProcessGroup.start(launch, clock, output);
    group = started;
    const trouble = await awaitReady(launch.ready, signs);
    if (trouble !== undefined) return trouble;
    started.onEnd(() => {
      if (stopping) return;
      deaths += 1;
      notes.push(`the command ${started.end} in the middle of the run and was started again${output.lastWords()}`);
    });
    return undefined;
  };
  const again = async () => {
    await group?.stop();
    return (await start()) === undefined;
  };
  if (launch.ready.log === undefined && (await isReady(launch.ready, signs))) {
    throw new AlreadyServed(
      `something answers already where the command is to listen (${baseUrl}); stop it, or leave the command out to judge what runs there`,
    );
  }
  const trouble = await start();
  if (trouble !== undefined) {
    await group?.stop();
    const line = typeof launch.start === 'string' ? launch.start : launch.start.join(' ');
    throw new StartFailed(`the command ${line} ${trouble}${output.lastWords()}`, output.lines());
  }
  return {
    baseUrl: undefined,
    deaths: () => deaths,
    revive() {
      if (group?.end === undefined) return Promise.resolve(true);
      reviving ??= again().finally(() => {
        reviving = undefined;
      });
      return reviving;
    },
    notes: () => notes,
    async stop() {
      stopping = true;
      await reviving?.catch(() => undefined);
      await group?.stop();
    },
  };
}
