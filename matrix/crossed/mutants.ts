import { createDice } from '../dice.ts';
import type { Field } from './contract-fields.ts';
import type { MomentName } from './moments.ts';
import { type PerturbationName, perturbationsOf } from './perturbations.ts';
import { type Place, places } from './places.ts';

/** One way to be wrong: what, how and when. */
export interface Mutant {
  /** `job-get.answer:output.*.url:cut:second-time`, or `job-cancel.command:twice:failed`. */
  readonly id: string;
  readonly place: Place;
  readonly field: Field | undefined;
  readonly change: PerturbationName | undefined;
  readonly command: string | undefined;
  readonly moment: MomentName;
}

/** The whole cross. */
export const mutants: readonly Mutant[] = places.flatMap((place) => [...fieldMutants(place), ...commandMutants(place)]);

/** Of ten draws so many are of mutants that show always: the others are as often of one moment as of another. */
const alwaysInTen = 3;

/** Draws so many mutants: the moments in turn, of each the places in turn, and among those of one place and moment at random. */
export function sampleMutants(from: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const dice = createDice(seed);
  const shuffled = from
    .map((mutant) => ({ mutant, at: dice.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ mutant }) => mutant);
  const byMoment = Map.groupBy(shuffled, ({ moment }) => moment);
  const lines = new Map([...byMoment].map(([moment, those]) => [moment, byPlaceInTurn(those)]));
  const always = lines.get('always') ?? [];
  const rare = [...lines].filter(([moment]) => moment !== 'always').map(([, line]) => line);
  const drawn: Mutant[] = [];
  for (let draw = 0; drawn.length < Math.min(count, from.length); draw += 1) {
    const line = draw % 10 < alwaysInTen || rare.length === 0 ? always : rare[draw % rare.length];
    drawn.push(...(line?.splice(0, 1) ?? []));
  }
  return drawn;
}

function byPlaceInTurn(those: readonly Mutant[]): Mutant[] {
  const places = [...Map.groupBy(those, ({ place }) => place.id).values()];
  const rounds = Math.max(...places.map((place) => place.length));
  return Array.from({ length: rounds }, (_, round) => places.flatMap((place) => place.slice(round, round + 1))).flat();
}

function fieldMutants(place: Place): readonly Mutant[] {
  return place.fields.flatMap((field) =>
    perturbationsOf(field.kind).flatMap((change) =>
      place.moments.map((moment) => ({
        id: `${place.id}:${field.path.join('.')}:${change}:${moment}`,
        ...{ place, field, change, moment, command: undefined },
      })),
    ),
  );
}

function commandMutants(place: Place): readonly Mutant[] {
  return (place.commands ?? []).flatMap((command) =>
    place.moments.map((moment) => ({
      id: `${place.id}:${command}:${moment}`,
      ...{ place, field: undefined, change: undefined, command, moment },
    })),
  );
}
