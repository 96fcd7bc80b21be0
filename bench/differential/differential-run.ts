import { Draw } from '../fuzz/draw.ts';
import type { WireAnswer } from '../fuzz/read-answers.ts';
import type { Asked, Step } from './asked.ts';
import type { Difference } from './difference.ts';
import { drawSteps } from './draw-steps.ts';
import { openEndpoint } from './endpoint.ts';
import { explanationOf } from './explained.ts';
import { Partner } from './partner.ts';
import { openParties } from './party.ts';
import { maskedOf, summaryOf } from './summary.ts';

export interface DifferentialReport {
  readonly steps: number;
  readonly answers: number;
  /** How often each explanation was needed. */
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: readonly Difference[];
}

/** Asks three gateways the same, step by step, and compares what they answer. */
export async function runDifferential(options: {
  readonly steps: number;
  readonly seed: string;
}): Promise<DifferentialReport> {
  const [endpoint, parties] = await Promise.all([openEndpoint(), openParties(options.seed)]);
  try {
    const partners = await Promise.all(parties.map((party) => Partner.arrange(party, endpoint)));
    return await compare(partners, drawSteps(new Draw(options.seed), options.steps));
  } finally {
    await Promise.all(parties.map((party) => party.close()));
    await endpoint.close();
  }
}

async function compare(partners: readonly Partner[], steps: readonly Step[]): Promise<DifferentialReport> {
  const explained = new Map<string, number>();
  const unexplained: Difference[] = [];
  let answers = 0;
  for (const [number, step] of steps.entries()) {
    const [memory = [], sqlite = [], python = []] = await Promise.all(partners.map((partner) => partner.answers(step)));
    for (const [lane, asked] of step.flatMap((lane, place) => lane.map((one, at) => [[place, at], one] as const))) {
      const answerOf = (all: readonly (readonly WireAnswer[])[]) => all[lane[0] ?? 0]?.[lane[1] ?? 0];
      answers += 1;
      for (const difference of differences(number, asked, [memory, sqlite, python].map(answerOf))) {
        const why = explanationOf(difference);
        if (why === undefined) unexplained.push(difference);
        else explained.set(why, (explained.get(why) ?? 0) + 1);
      }
    }
  }
  return { steps: steps.length, answers, explained, unexplained };
}

function differences(
  step: number,
  asked: Asked,
  [memory, sqlite, python]: readonly (WireAnswer | undefined)[],
): readonly Difference[] {
  const pairs = [
    { between: 'memory and sqlite', one: maskedOf(memory), other: maskedOf(sqlite) },
    { between: 'memory and python', one: summaryOf(memory), other: summaryOf(python) },
  ] as const;
  return pairs.filter(({ one, other }) => one !== other).map((pair) => ({ step, asked, ...pair }));
}
