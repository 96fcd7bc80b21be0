import type { World } from '../world/world.ts';

/** A world that can only count statements, for tests of what checks state. */
export function statingWorld(): { readonly world: World; statements(): number } {
  let statements = 0;
  const only: Pick<World, 'stated'> = {
    stated() {
      statements += 1;
    },
  };
  return { world: only as World, statements: () => statements };
}
