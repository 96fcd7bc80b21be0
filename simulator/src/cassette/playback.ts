import type { Cassette } from '@gateproof/spec';

/** How a simulator plays a cassette. */
export interface Playback {
  readonly cassette: Cassette;
  /** Refuses what no recorded exchange fits. Default false: the simulator answers by itself. */
  readonly only?: boolean;
  /** Whether answers take as long as they took when they were recorded, on the account's clock. Default true. */
  readonly pauses?: boolean;
}
