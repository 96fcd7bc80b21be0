import type { SimulatorOptions } from '@gateproof/simulator';
import { realTime } from '@gateproof/upstreams';
import { textOf } from '../load.ts';
import { type Pace, pacedTokens, tokensPerSecond } from './pace.ts';

const paced: SimulatorOptions = { replies: { replies: [{ text: textOf(pacedTokens), pace: { tokensPerSecond } }] } };
const startMs = Date.UTC(2026, 0, 1);

/** A simulator that answers streams at a pace, as a user asks for one: by a canned reply. */
export const pacedOptions: Readonly<Record<Pace, SimulatorOptions>> = {
  together: {},
  each: paced,
  // Its clock stands still, so the second token never comes.
  held: { ...paced, clock: { ...realTime, now: () => startMs } },
};
