import type { CaseWorld } from '../check/case-world.ts';
import type { CaseCheck } from '../check/check.ts';
import type { World } from './world.ts';

/** A check of a gateway, unless it names another kind of world. */
export type Check<Input = unknown, W extends CaseWorld = World> = CaseCheck<Input, W>;

/** Lets `decide` know the type of its input, then forgets it: checks of different inputs stand in one list. */
export function defineCheck<Input, W extends CaseWorld = World>(check: Check<Input, W>): Check<unknown, W> {
  return Object.freeze(check);
}
