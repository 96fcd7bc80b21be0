import { NotArranged, SetupFailed } from '@gateproof/harness';

/** Something unusual that the testbed is asked for; `NotArranged` where it refuses to make it, as it may. */
export async function ifGranted<T>(made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch (thrown) {
    if (thrown instanceof SetupFailed && thrown.prerequisite === undefined) throw new NotArranged(thrown.message);
    throw thrown;
  }
}
