import { checkCassette, type Playback } from '@gateproof/simulator';
import { UsageError } from '../usage-error.ts';
import type { SimulateFlags } from './simulate-flags.ts';

type CassetteFlags = Pick<SimulateFlags, 'cassette' | 'cassetteOnly' | 'cassettePauses'>;

/** The cassette that is to be played, and how. Throws `UsageError` for a file that is none, and for options about one that is not named. */
export async function playbackOf({
  cassette,
  cassetteOnly,
  cassettePauses = true,
}: CassetteFlags): Promise<Playback | undefined> {
  if (cassette !== undefined) {
    const only = cassetteOnly ?? false;
    const { readScript } = await import('./read-script.ts');
    return { cassette: readScript(cassette, 'cassette', checkCassette), only, pauses: cassettePauses };
  }
  if (cassetteOnly === true) throw new UsageError('--cassette-only needs the cassette: --cassette FILE');
  if (!cassettePauses) throw new UsageError('--no-cassette-pauses needs the cassette: --cassette FILE');
  return undefined;
}
