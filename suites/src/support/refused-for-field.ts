import { type Exchange, envelopeOf, type World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';

/** Fields that the gateway reads itself: no model has a say in them. */
const ofGateway: readonly string[] = ['model', 'models', 'messages', 'provider', 'stream'];

/**
 * True where a request was refused with 400 for one of its fields, as the message says, by a model that is not ours: reasoning models take no temperature, others no
 * `max_tokens`, and a gateway can only pass that on. With an endpoint of ours, which takes everything, the refusal is the gateway's own.
 */
export function refusedForField(world: World, exchange: Exchange, fields: readonly string[]): boolean {
  if ((world.has('models') && world.has('upstreams')) || exchange.response?.status !== 400) return false;
  const { requestField } = serviceNames(world.prefix);
  const message = envelopeOf(exchange)?.message;
  const ofModel = fields.filter((field) => field !== requestField && !ofGateway.includes(field));
  return typeof message === 'string' && ofModel.some((field) => message.includes(field));
}
