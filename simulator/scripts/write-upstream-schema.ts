import { writeFileSync } from 'node:fs';
import { upstreamScriptSchema } from '../src/upstreams/script/upstream-script-schema.ts';

const path = new URL('../../spec/schemas/upstream-script.schema.json', import.meta.url);
const document = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'upstream-script.schema.json',
  title: 'Upstream script',
  ...upstreamScriptSchema,
};
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
