import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** The HTML page of a proxy in front of the endpoint, with status 502. */
export interface Html502Fault {
  readonly kind: 'html-502';
}

const page = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center></body>
</html>
`;

export const html502: FaultDefinition<Html502Fault> = {
  kind: 'html-502',
  fields: {},
  required: [],
  describe: () => 'answers with status 502 and an HTML page',
  apply: (_fault, draft, mark) => replaceResponse(draft, mark, { status: 502, body: page, contentType: 'text/html' }),
};
