import { type Account, type Check, defineCheck, type World } from '@gateproof/harness';

/** Shows a feature at work on this target; `SetupFailed`, blocked by the rule that states the feature, where it is not there. */
export type FeatureControl = (world: World, account: Account) => Promise<void>;

/**
 * The checks, those of the named rules decided only beside a control: each of their cases first shows, on its first account, that the feature
 * whose limits the rule speaks of is at work. Throws for a name that no check has.
 */
export function besideFeature(
  checks: readonly (Check | readonly Check[])[],
  controls: Readonly<Record<string, FeatureControl>>,
): readonly Check[] {
  const all = checks.flat();
  const unknown = Object.keys(controls).filter((rule) => !all.some((check) => check.rule === rule));
  if (unknown.length > 0) throw new Error(`no check decides ${unknown.join(', ')}`);
  return all.map((check) => {
    const control = controls[check.rule];
    return control === undefined ? check : controlled(check, control);
  });
}

function controlled(check: Check, control: FeatureControl): Check {
  return defineCheck<unknown>({
    ...check,
    async decide(world, input) {
      const account = await world.account();
      await control(world, account);
      await check.decide(beginningWith(world, account), input);
    },
  });
}

/** The same world, whose first account is the one that is there already: a target may have no other. */
function beginningWith(world: World, first: Account): World {
  let isTaken = false;
  return {
    ...world,
    async account(options) {
      if (isTaken || options !== undefined) return world.account(options);
      isTaken = true;
      return first;
    },
  };
}
