import type { FaultOccasion } from './fault-plan.ts';
import type { FaultReport, FaultTarget } from './fault-rule.ts';

/** Sentences on faults that never acted and missed this request by one condition alone. */
export function faultMisses(reports: readonly FaultReport[], occasion: FaultOccasion): readonly string[] {
  return reports.flatMap(({ id, rule: { on }, acted }) => {
    if (on === undefined || acted > 0) return [];
    const conditions = (Object.keys(on) as (keyof FaultTarget)[]).filter((name) => on[name] !== occasion[name]);
    const [name] = conditions;
    if (name === undefined || conditions.length > 1) return [];
    return [`The fault ${id} did not act: its ${name} is ${on[name]}, the request's is ${occasion[name]}.`];
  });
}
