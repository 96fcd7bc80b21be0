import type { Exchange } from '../exchange/exchange.ts';
import type { RouteName } from '../exchange/route-of.ts';
import type { Feature } from '../feature/feature.ts';
import { featuresOf } from '../feature/features-of.ts';
import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf, mayFollow, namedIn } from './evidence-of.ts';
import type { FoundCause } from './found-cause.ts';
import type { StandingSource } from './standing-source.ts';
import { witnessesOf } from './witnesses-of.ts';

/** The missing features that are routes: what a route answers that is not there is no answer to mend. */
export function missingRoutes(...given: Parameters<typeof missingFeatures>): FoundCause[] {
  return missingFeatures(...given).filter(({ id }) => id.startsWith('route-'));
}

/** What breaks a single rule is no lack of a whole feature. */
const leastRules = 2;

/**
 * The features that the target does not have at all: their absence shows in the cases of several red rules, and no case that speaks of them, not even
 * that of a rule which passed, shows them at work; nor, of a route, did any request of the run (`hasAccepted`). A rule without a cause folds under the first
 * feature that its own case lacks.
 */
export function missingFeatures(
  decided: readonly DecidedRule[],
  standing: StandingSource,
  hasAccepted: (route: RouteName) => boolean = () => false,
): FoundCause[] {
  const cases = decided.map((entry) => ({
    rule: entry.rule.id,
    exchanges: [...evidenceOf(entry), ...witnessesOf(entry, standing)],
  }));
  const all = featuresOf(cases.flatMap(({ exchanges }) => exchanges));
  const unseen = all.filter(({ routes = [] }) => !routes.some(hasAccepted));
  const absent = unseen.filter((feature) =>
    cases.every(({ rule, exchanges }) => !speaksOf(rule, feature) || !feature.works(exchanges)),
  );
  const red = decided.filter((entry) => mayFollow(entry) && entry.causedBy === undefined);
  const shown = red.flatMap((entry) => firstMissing(entry, absent, standing) ?? []);
  return absent.flatMap((feature): FoundCause[] => {
    const entries = shown.filter((entry) => entry.feature === feature);
    if (entries.length < leastRules) return [];
    const exchanges = entries.flatMap((entry) => entry.exchanges);
    const rules = [...entries.map(({ rule }) => rule), ...unexercised(red, feature)];
    const sentence = feature.sentence(exchanges);
    const { id, harm = 'shape' } = feature;
    return [{ id, kind: 'missing-feature', sentence, harm, proved: false, shownBy: exchanges[0], rules }];
  });
}

function speaksOf(rule: string, { rules }: Feature): boolean {
  return rules?.some((start) => rule.startsWith(start)) ?? true;
}

/** Standing rules that no exchange of the run could exercise without the feature. */
function unexercised(red: readonly DecidedRule[], { exercises = [] }: Feature): readonly string[] {
  const ids = red
    .filter(({ rule, broken }) => rule.kind === 'standing' && broken === undefined)
    .map(({ rule }) => rule.id);
  return ids.filter((id) => exercises.some((start) => id.startsWith(start)));
}

interface ShownMissing {
  readonly rule: string;
  readonly feature: Feature;
  readonly exchanges: readonly Exchange[];
}

function firstMissing(
  entry: DecidedRule,
  features: readonly Feature[],
  standing: StandingSource,
): ShownMissing | undefined {
  for (const feature of features) {
    const exchanges = shownMissing(entry, feature, standing);
    if (exchanges.length > 0) return { rule: entry.rule.id, feature, exchanges };
  }
  return undefined;
}

function shownMissing(entry: DecidedRule, feature: Feature, standing: StandingSource): readonly Exchange[] {
  const { id } = entry.rule;
  const breaks = [...(standing.entry(id)?.breaks.values() ?? [])];
  // A standing rule may be broken for many reasons.
  if (!speaksOf(id, feature) || breaks.some((exchanges) => feature.missing(exchanges).length === 0)) return [];
  const missing = feature.missing(evidenceOf(entry));
  const requests = namedIn(entry).filter(({ side }) => side === 'request');
  // What shows the break of a rule about the feature need not be a request to the target: a second call of an endpoint does too.
  return requests.length === 0 && feature.rules !== undefined
    ? missing
    : missing.filter((exchange) => requests.includes(exchange));
}
