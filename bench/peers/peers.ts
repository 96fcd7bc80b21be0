/** A mock server of the registry that the simulator is measured beside. */
export interface Peer {
  readonly name: PeerName;
  /** With its pinned version. */
  readonly install: readonly string[];
  /** Whether it can answer a conversation as a stream. */
  readonly streams: boolean;
}

export type PeerName = 'aimock' | 'mock-llm' | 'mockttp' | 'prism';

export const peers: readonly Peer[] = [
  { name: 'aimock', install: ['@copilotkit/aimock@1.43.0'], streams: true },
  { name: 'mock-llm', install: ['@dwmkerr/mock-llm@0.1.29'], streams: false },
  { name: 'mockttp', install: ['mockttp@4.6.5'], streams: true },
  {
    name: 'prism',
    install: ['@stoplight/prism-http-server@5.16.0', '@stoplight/prism-http@5.16.0', '@stoplight/prism-core@5.16.0'],
    streams: false,
  },
];
