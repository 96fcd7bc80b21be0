import { awaitReady, isReady, type ReadySigns } from './await-ready.ts';
import type { Launched, LaunchMeans, Readiness } from './launched.ts';
import { OutputTail } from './output-tail.ts';
import { type CommandLine, ProcessGroup } from './process-group.ts';
import { AlreadyServed, StartFailed } from './start-failed.ts';
import { supervise } from './supervise.ts';

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
  { baseUrl, ask, clock, signal }: LaunchMeans & { readonly baseUrl: string },
): Promise<Launched> {
  const output = new OutputTail();
  const signs = (group?: ProcessGroup): ReadySigns => ({
    baseUrl,
    ask,
    output,
    clock,
    ended: () => endOf(group, signal),
  });
  if (launch.ready.log === undefined && (await isReady(launch.ready, signs()))) {
    throw new AlreadyServed(
      `something answers already where the command is to listen (${baseUrl}); stop it, or leave the command out to judge what runs there`,
    );
  }
  const start = async () => {
    const group = ProcessGroup.start(launch, clock, output);
    const instance = {
      ended: () => group.end,
      onEnd: (look: () => void) => group.onEnd(look),
      stop: () => group.stop(),
    };
    return { instance, trouble: await awaitReady(launch.ready, signs(group)) };
  };
  const line = typeof launch.start === 'string' ? launch.start : launch.start.join(' ');
  return supervise(
    { name: 'the command', output, start, clock },
    () => undefined,
    (why) => new StartFailed(`the command ${line} ${why}${output.lastWords()}`, output.lines()),
  );
}

function endOf(group: ProcessGroup | undefined, signal: AbortSignal | undefined): string | undefined {
  return signal?.aborted === true ? 'was interrupted' : group?.end;
}
