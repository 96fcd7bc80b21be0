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

/** Draws so many mutants: the places in turn, the moments in turn, and among those of one place and moment at random. */
export function sampleMutants(from: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const dice = createDice(seed);
  const left = from.map((mutant) => ({ mutant, at: dice.fraction() })).sort((one, other) => one.at - other.at);
  const inTurn = <Name extends string>(names: readonly Name[]) => {
    const shuffled = [...new Set(names)].sort(() => dice.fraction() - 0.5);
    return shuffled;
  };
  const homes = inTurn(from.map(({ place }) => place.id));
  const rare = inTurn(from.map(({ moment }) => moment).filter((name) => name !== 'always'));
  const drawn: Mutant[] = [];
  for (let draw = 0; drawn.length < count && left.length > 0; draw += 1) {
    const moment = draw % 10 < alwaysInTen ? 'always' : rare[draw % rare.length];
    const turn = homes.map((_home, step) => homes[(draw + step) % homes.length]);
    const home = turn.find((id) => left.some(({ mutant }) => mutant.place.id === id && mutant.moment === moment));
    const found = left.findIndex(({ mutant }) => mutant.place.id === home && mutant.moment === moment);
    if (found >= 0) drawn.push(...left.splice(found, 1).map(({ mutant }) => mutant));
    else if (!left.some(({ mutant }) => mutant.moment === moment) && moment !== 'always')
      rare.splice(rare.indexOf(moment as (typeof rare)[number]), 1);
    else if (rare.length === 0 && !left.some(({ mutant }) => mutant.moment === 'always')) break;
  }
  return drawn;
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
