import type { Deviation } from '@gateproof/deviations';
import type { Behaviour } from '@gateproof/simulator/behaviour';

/** The decisions that a proxy can take in a gateway's place: what happens to whole messages as they pass. */
const seams: ReadonlySet<string> = new Set([
  'exchanges.refusal',
  'exchanges.shortCircuit',
  'exchanges.answer',
  'exchanges.sideRequests',
  'jobs.render',
  'models.render',
  'errors.body',
  'completions.completion',
  'streaming.chunk',
  'streaming.failure',
]);

/** The deviation's behaviour where it changes seams alone; undefined where it changes a decision that only the gateway itself can take. */
export function playable({ apply }: Pick<Deviation, 'apply'>, relayed: Behaviour): Behaviour | undefined {
  const changed = apply(relayed);
  return changesOf(relayed, changed).every((name) => seams.has(name)) ? changed : undefined;
}

function changesOf(before: Behaviour, after: Behaviour): readonly string[] {
  const parts = Object.keys(after) as (keyof Behaviour)[];
  return parts.flatMap((part) => {
    const present = new Map<string, unknown>(Object.entries(before[part]));
    return Object.entries(after[part]).flatMap(([name, value]) =>
      present.get(name) === value ? [] : [`${part}.${name}`],
    );
  });
}
