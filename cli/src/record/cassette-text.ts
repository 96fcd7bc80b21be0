import type { Cassette } from '@gateproof/spec';
import { Document, isCollection, isMap, isSeq } from 'yaml';

const head = `# Written by npx gateproof record; edit it as you like, then npx gateproof simulate --cassette plays it.
# yaml-language-server: $schema=node_modules/@gateproof/spec/schemas/cassette.schema.json
`;

/** A cassette as a file: YAML with a line for each event, or JSON where the name of the file ends so. */
export function cassetteText(cassette: Cassette, path: string): string {
  if (/\.json$/i.test(path)) return `${JSON.stringify(cassette, null, 2)}\n`;
  const document = new Document(cassette, { aliasDuplicateObjects: false });
  const exchanges = document.get('exchanges');
  for (const exchange of isSeq(exchanges) ? exchanges.items : []) {
    const events = isMap(exchange) ? exchange.getIn(['response', 'events']) : undefined;
    for (const event of isSeq(events) ? events.items : []) if (isCollection(event)) event.flow = true;
  }
  return head + document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
