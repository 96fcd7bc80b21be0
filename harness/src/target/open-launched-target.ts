import { startRunClock } from '../clock/run-clock.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { RecordingClient } from '../exchange/recording-client.ts';
import { keptAuthority } from '../receiver/kept-authority.ts';
import type { ReachedTarget } from '../run/run-options.ts';
import { type Closers, closingOnFailure } from './closers.ts';
import { type CommandLaunch, launchCommand } from './launch/launch-command.ts';
import { type ContainerLaunch, launchContainer } from './launch/launch-container.ts';
import type { AskStatus, Launched } from './launch/launched.ts';
import { openTarget, type TargetOptions } from './open-target.ts';

/** How a gateway is started by the harness. */
export type Launch = CommandLaunch | ContainerLaunch;

/**
 * Starts a gateway, opens it as a target, and ends it with the target. When it ends in the middle of the run it is started again, with a note.
 * Throws `StartFailed` and what `openTarget` throws.
 */
export function openLaunchedTarget(options: TargetOptions, launch: Launch): Promise<ReachedTarget> {
  return closingOnFailure((closers) => open(options, launch, closers), options.signal);
}

async function open(options: TargetOptions, launch: Launch, closers: Closers): Promise<ReachedTarget> {
  const { signal } = options;
  const clock = startRunClock();
  const client = new RecordingClient({ clock, tls: options.tls });
  closers.add(() => client.close());
  const nextId = createExchangeIds();
  const ask: AskStatus = async (url, limitMs) => {
    const request = { method: 'GET', url, headers: options.headers, body: new Uint8Array(), limitMs };
    return (await client.send(request, createRecorder(nextId))).response?.status;
  };
  // What the gateway is to trust must be there when it starts.
  for (const { caFile } of options.staticProfile?.webhooks ?? []) {
    if (caFile !== undefined) await keptAuthority(caFile, clock, options.runId);
  }
  const means = { ask, clock, ...(signal === undefined ? {} : { signal }) };
  const launched =
    launch.kind === 'container'
      ? await launchContainer(launch, means)
      : await launchCommand(launch, { ...means, baseUrl: options.baseUrl });
  closers.add(() => launched.stop());
  const target = await openTarget(reached(options, launch, launched));
  closers.add(() => target.close());
  return supervised(target, launched, closers);
}

/** The options once it is known where the gateway answers; a testbed may be named by its path below. */
function reached(options: TargetOptions, { kind }: Launch, { baseUrl = options.baseUrl }: Launched): TargetOptions {
  const { testbedUrl } = options;
  return { ...options, kind, baseUrl, testbedUrl: testbedUrl?.startsWith('/') ? baseUrl + testbedUrl : testbedUrl };
}

function supervised(target: ReachedTarget, launched: Launched, closers: Closers): ReachedTarget {
  return {
    ...target,
    alive: async (limitMs) => (await launched.revive()) && (await target.alive(limitMs)),
    deaths: () => launched.deaths(),
    startUpMs: () => launched.startUpMs(),
    notes: () => [...(target.notes?.() ?? []), ...launched.notes()],
    close: () => closers.close(),
  };
}
