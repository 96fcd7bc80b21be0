import { NotArranged, type World } from '@gateproof/harness';

type Fragments = World['fragments'];

/**
 * How this target spells what the contract leaves open. Throws `NotArranged` where its testbed does not say: what can't be asked for can't be judged
 * (freedom F155).
 */
export function fragmentOf<Name extends keyof Fragments>(
  { fragments }: Pick<World, 'fragments'>,
  name: Name,
): NonNullable<Fragments[Name]> {
  const fragment = fragments[name];
  if (fragment === undefined || fragment === null) throw new NotArranged(`the testbed names no fragment ${name}`);
  return fragment;
}
