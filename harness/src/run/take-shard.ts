import type { Rule } from '@gateproof/spec';
import { shareOf } from '../shard/share-of.ts';
import type { RunOptions } from './run-options.ts';

/** A rule that nobody has measured costs about what the middle one does, in ms. */
const unmeasuredMs = 100;

/**
 * The options of one shard's run: its share of the active rules, and every standing rule, since each exchange may break one. Other shards' rules are no
 * donors of exchanges. Options without a shard come back as they are.
 */
export function takeShard<T extends RunOptions>(options: T): T {
  const { shard, suite, rules, catalogue } = options;
  if (shard === undefined) return options;
  const costOf = (id: string) => suite.costsMs?.[id] ?? unmeasuredMs;
  const isActive = ({ kind }: Rule) => kind === 'active';
  const selected = new Set(rules.map(({ id }) => id));
  const own = shareOf(rules.filter(isActive), shard, costOf);
  const others = catalogue.filter((rule) => isActive(rule) && !selected.has(rule.id));
  const kept = new Set([...own, ...shareOf(others, shard, costOf)].map(({ id }) => id));
  const stays = (rule: Rule) => !isActive(rule) || kept.has(rule.id);
  return { ...options, rules: rules.filter(stays), catalogue: catalogue.filter(stays) };
}
