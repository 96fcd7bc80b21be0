import { writeFileSync } from 'node:fs';
import { upstreamScriptSchema } from '@gateproof/upstreams';
import { cassetteSchema } from '../src/cassette/cassette-schema.ts';
import { faultRulesSchema } from '../src/faults/check-fault-rules.ts';
import { repliesSchema } from '../src/replies/replies-schema.ts';

const documents = [
  { $id: 'upstream-script.schema.json', title: 'Upstream script', ...upstreamScriptSchema },
  { $id: 'fault-rules.schema.json', title: 'Faults of an account', ...faultRulesSchema },
  { $id: 'replies.schema.json', title: 'Canned replies', ...repliesSchema },
  { $id: 'cassette.schema.json', title: 'Cassette of recorded exchanges', ...cassetteSchema },
];
for (const document of documents) {
  const path = new URL(`../../spec/schemas/${document.$id}`, import.meta.url);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  writeFileSync(path, `${JSON.stringify({ $schema, ...document }, null, 2)}\n`);
}
