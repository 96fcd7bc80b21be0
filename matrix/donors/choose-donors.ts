import { type Coverage, type CoveredCase, isPlace } from './measure-coverage.ts';

/** Checks whose first cases show a standing rule, by how many of them. */
export type ChosenDonors = ReadonlyMap<string, number>;

/** Checks of one kind, and how many requests the donors of one rule may send once its checks were looked at too. */
export interface DonorTier {
  takes(check: string): boolean;
  readonly mostRequests: number;
}

/** A form that says where something is shown counts as so many others. */
const placeWeight = 6;

interface Candidate {
  readonly check: string;
  readonly cases: number;
  readonly requests: number;
  readonly forms: ReadonlySet<string>;
}

/**
 * The donors of a standing rule: of each tier in turn, those that show the most new forms for what they send, until the requests of the tier are spent or no form is
 * left. `first` are taken in any case.
 */
export function chooseDonors(
  rule: string,
  coverage: Coverage,
  tiers: readonly DonorTier[],
  first: ChosenDonors = new Map(),
): ChosenDonors {
  const candidates = [...coverage].flatMap(([check, cases]) => candidatesOf(rule, check, cases));
  const chosen = new Map<string, Candidate>();
  for (const candidate of candidates)
    if ((first.get(candidate.check) ?? 0) >= candidate.cases) chosen.set(candidate.check, candidate);
  const shown = new Set<string>([...chosen.values()].flatMap(({ forms }) => [...forms]));
  const spent = () => [...chosen.values()].reduce((sum, { requests }) => sum + requests, 0);
  for (const { takes, mostRequests } of tiers) {
    const own = candidates.filter(({ check }) => takes(check));
    while (spent() < mostRequests) {
      const best = mostTelling(own, chosen, shown);
      if (best === undefined) break;
      chosen.set(best.check, best);
      for (const form of best.forms) shown.add(form);
    }
  }
  const others = [...chosen.values()].filter(({ check, cases }) => cases > (first.get(check) ?? 0));
  return new Map([...first, ...others.map(({ check, cases }) => [check, cases] as const)]);
}

/** The first cases of a check, as far as the last of them shows a form of the rule that those before do not. */
function candidatesOf(rule: string, check: string, cases: readonly CoveredCase[]): readonly Candidate[] {
  const forms = new Set<string>();
  let requests = 0;
  return cases.flatMap((one, place) => {
    requests += Math.max(1, one.requests);
    const before = forms.size;
    for (const form of one.forms.get(rule) ?? []) forms.add(form);
    return forms.size === before ? [] : [{ check, cases: place + 1, requests, forms: new Set(forms) }];
  });
}

function mostTelling(
  candidates: readonly Candidate[],
  chosen: ReadonlyMap<string, Candidate>,
  shown: ReadonlySet<string>,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const had = chosen.get(candidate.check);
    if (had !== undefined && had.cases >= candidate.cases) continue;
    const fresh = [...candidate.forms].filter((form) => !shown.has(form));
    const worth =
      fresh.reduce((sum, form) => sum + (isPlace(form) ? placeWeight : 1), 0) /
      (1 + candidate.requests - (had?.requests ?? 0));
    if (worth > most) [best, most] = [candidate, worth];
  }
  return best;
}
