import type { FaultDefinition } from './fault-definition.ts';

/**
 * No connection comes about. In-process this is `ECONNREFUSED`; over HTTP the socket of the call is reset without an answer,
 * because a listening port cannot refuse a single call (`UpstreamServer.closedUrl` is a base URL that really refuses all).
 */
export interface RefuseConnectionFault {
  readonly kind: 'refuse-connection';
  /** Over HTTP the upstream is given out at a port on which nothing listens, so its calls leave no record. Default false. */
  readonly closedPort?: boolean;
}

export const refuseConnection: FaultDefinition<RefuseConnectionFault> = {
  kind: 'refuse-connection',
  fields: {
    closedPort: {
      type: 'boolean',
      default: false,
      description: 'Given out at a port on which nothing listens.',
    },
  },
  required: [],
  describe: () => 'refuses the connection',
  apply: (_fault, draft, mark) => ({ ...draft, connection: 'refuse', marks: [mark] }),
};
