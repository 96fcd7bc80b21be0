import { AsyncLocalStorage } from 'node:async_hooks';

const replicas = new AsyncLocalStorage<number>();

/** Which replica takes the request that is being served, from 0; work that goes on after a request is the same replica's. */
export const thisReplica = (): number => replicas.getStore() ?? 0;

/** Does something as one of the replicas. */
export const asReplica = <T>(replica: number, act: () => T): T => replicas.run(replica, act);
