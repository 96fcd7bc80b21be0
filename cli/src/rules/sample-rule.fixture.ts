import type { Rule } from '@gateproof/spec';

/** A rule of the gateway, changed by `patch`. */
export function sampleRule(patch: Partial<Rule> & { id: string }): Rule {
  return {
    area: patch.id.split('.')[0] ?? '',
    party: 'gateway',
    level: 'must',
    kind: 'active',
    statement: `The statement of ${patch.id}.`,
    section: 'Authentication, 2',
    points: [],
    needs: [],
    freedoms: [],
    ...patch,
  };
}
