// First, so that an old Node is named before anything that it lacks is missed.
import '@gateproof/spec';

export { InvalidScript } from '@gateproof/upstreams';
export { type Behaviour, referenceBehaviour } from './behaviour/behaviour.ts';
export { patch } from './behaviour/patch.ts';
export { cassetteSchema } from './cassette/cassette-schema.ts';
export { checkCassette } from './cassette/check-cassette.ts';
export type { Playback } from './cassette/playback.ts';
export { checkReplies } from './replies/check-replies.ts';
export { repliesSchema } from './replies/replies-schema.ts';
export type * from './replies/reply-rule.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export type { SimulatorOptions } from './simulator-options.ts';
export { type StartedSimulator, startSimulator } from './start-simulator.ts';
export type { WebhookForwarding } from './transport/forwarding-sender.ts';
