import { expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlForged, controlGenuine, verify } from '../support/client/verifying.ts';

/** How far `t` is from the clock, in seconds, at each case of a boundary. Beyond by far: ages, and milliseconds in the place of seconds. */
interface Boundary {
  readonly isAccepted: boolean;
  readonly what: string;
  readonly times: Readonly<Record<string, (nowS: number) => number>>;
}

const boundaries: Readonly<Record<string, Boundary>> = {
  // The clock may have gone on by a part of a second: 300 exactly is asked for from the safe side.
  'past-within': {
    isAccepted: true,
    what: 'a t in the past, within 300 seconds',
    times: { '300 s': (nowS) => nowS + 1 - 300, '200 s': (nowS) => nowS - 200, '20 s': (nowS) => nowS - 20 },
  },
  'past-beyond': {
    isAccepted: false,
    what: 'a t more than 300 seconds in the past',
    times: {
      '301 s': (nowS) => nowS - 301,
      'an hour': (nowS) => nowS - 3_600,
      'a year': (nowS) => nowS - 31_536_000,
      'the epoch': () => 0,
      'one second after the epoch': () => 1,
    },
  },
  'future-within': {
    isAccepted: true,
    what: 'a t in the future, within 300 seconds',
    times: { '300 s': (nowS) => nowS + 300, '200 s': (nowS) => nowS + 200, '20 s': (nowS) => nowS + 20 },
  },
  'future-beyond': {
    isAccepted: false,
    what: 'a t more than 300 seconds in the future',
    times: {
      '301 s': (nowS) => nowS + 301,
      'an hour': (nowS) => nowS + 3_600,
      'a year': (nowS) => nowS + 31_536_000,
      milliseconds: (nowS) => nowS * 1000,
    },
  },
};

/** At these moments whole seconds and fractions agree, as long as the second does not turn. */
const checks = Object.entries(boundaries).map(([name, { isAccepted: wanted, what, times }]) =>
  clientRows(`client.webhook.${name}`, times, async (world, timeAt) => {
    await controlGenuine(world);
    await controlForged(world);
    for (let count = 0; count < 5; count += 1) {
      await world.untilFraction(0.05, 0.4);
      const sentS = world.nowS();
      const { isAccepted, said } = await verify(world, { t: (nowS) => String(timeAt(nowS)) });
      if (Math.floor(world.nowS()) !== Math.floor(sentS) && isAccepted !== wanted) continue;
      expectThat(world, isAccepted === wanted, {
        expected: `${what} to be ${wanted ? 'accepted' : 'refused'}`,
        observed: said,
      });
      return;
    }
    throw new NotExercised('no verification ended within the second in which it began');
  }),
);

/** The tolerance of signatures (Events › Signature, 2). */
const tolerance: readonly ClientCheck[] = checks;
export default tolerance;
