import { openReceiver } from '../../simulator/src/testing/receiver.fixture.ts';
import { openSoakEndpoint, type SoakEndpoint } from './soak-endpoint.ts';

/** What lies around the gateway: an endpoint, and a receiver of events whose `state.status` says how it answers. */
export interface SoakWorld {
  readonly endpoint: SoakEndpoint;
  readonly receiver: Awaited<ReturnType<typeof openReceiver>>;
  /** A word that no other account has in its name or its prompts. */
  unique(word: string): string;
  close(): Promise<void>;
}

export async function openSoakWorld(): Promise<SoakWorld> {
  const [endpoint, receiver] = await Promise.all([openSoakEndpoint(), openReceiver()]);
  let made = 0;
  return {
    endpoint,
    receiver,
    unique(word) {
      made += 1;
      return `${word}-${made}-`;
    },
    close: () => Promise.all([endpoint.close(), receiver.close()]).then(() => undefined),
  };
}
