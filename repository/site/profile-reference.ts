import { profileSchema } from '@gateproof/spec';
import { schemaTable } from './schema-table.ts';

/** All keys of a profile, from its JSON Schema. */
export function profileReference(): string {
  return [
    '# Profile reference',
    'Every key of a profile, made from its JSON Schema. [Profiles](../docs/profile.md) explains them with examples.',
    schemaTable(profileSchema(), (reference) => `\`${reference}\``),
  ].join('\n\n');
}
