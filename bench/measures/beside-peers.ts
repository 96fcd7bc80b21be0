import { jsonBody } from '../load.ts';
import { installPeer } from '../peers/install-peers.ts';
import { type PeerName, peers } from '../peers/peers.ts';
import { startServer } from '../servers/start-server.ts';
import { type Raced, race, recordAnswers } from './throughput.ts';

export interface BesidePeer {
  readonly name: PeerName;
  readonly form: 'json' | 'stream';
  /** Of requests per second of processor time: the simulator's to the peer's. */
  readonly raced: Raced;
}

/** Measures the simulator in turns with each mock server of the registry, in each form that both answer. */
export async function besidePeers(form: BesidePeer['form']): Promise<readonly BesidePeer[]> {
  const { settings, streamBody } = await recordAnswers('together');
  const sent = { body: form === 'json' ? jsonBody : streamBody };
  const found: BesidePeer[] = [];
  for (const peer of peers.filter(({ streams }) => form === 'json' || streams)) {
    const folder = await installPeer(peer);
    const { json, events } = settings;
    const simulator = await startServer('simulator', { pace: 'together' });
    const other = await startServer('peer', { name: peer.name, folder, json, events });
    const [, raced] = await race([
      { server: simulator, sent },
      { server: other, sent },
    ]);
    if (raced !== undefined) found.push({ name: peer.name, form, raced });
  }
  return found;
}
