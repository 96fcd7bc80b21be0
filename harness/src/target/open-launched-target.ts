import { startRunClock } from '../clock/run-clock.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { RecordingClient } from '../exchange/recording-client.ts';
import type { ReachedTarget } from '../run/run-options.ts';
import { type CommandLaunch, launchCommand } from './launch/launch-command.ts';
import type { AskStatus, Launched } from './launch/launched.ts';
import { openTarget, type TargetOptions } from './open-target.ts';

/** How a gateway is started by the harness. */
export type Launch = CommandLaunch;

/**
 * Starts a gateway, opens it as a target, and ends it with the target. When it ends in the middle of the run it is started again, with a note.
 * Throws `StartFailed` and what `openTarget` throws.
 */
export async function openLaunchedTarget(options: TargetOptions, launch: Launch): Promise<ReachedTarget> {
  const clock = startRunClock();
  const client = new RecordingClient({ clock, tls: options.tls });
  const nextId = createExchangeIds();
  const ask: AskStatus = async (url, limitMs) => {
    const request = { method: 'GET', url, headers: options.headers, body: new Uint8Array(), limitMs };
    return (await client.send(request, createRecorder(nextId))).response?.status;
  };
  const launched = await launchCommand(launch, { baseUrl: options.baseUrl, ask, clock }).catch((error: unknown) => {
    client.close();
    throw error;
  });
  try {
    return supervised(await openTarget({ ...options, kind: launch.kind }), launched, () => client.close());
  } catch (error) {
    await launched.stop();
    client.close();
    throw error;
  }
}

function supervised(target: ReachedTarget, launched: Launched, release: () => void): ReachedTarget {
  return {
    ...target,
    alive: async (limitMs) => (await launched.revive()) && (await target.alive(limitMs)),
    deaths: () => launched.deaths(),
    notes: () => launched.notes(),
    async close() {
      await target.close();
      await launched.stop();
      release();
    },
  };
}
