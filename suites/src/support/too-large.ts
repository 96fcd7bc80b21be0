import { codeOf, type Exchange, NotExercised, type World } from '@gateproof/harness';

/**
 * `NotExercised` where a long conversation was refused because its body is larger than the target takes: both conditions hold then, and either may be
 * reported (freedoms F024 and F042). A limit that is not known may be any.
 */
export function notTooLarge(world: World, exchange: Exchange): void {
  const limitBytes = world.fragments.body_limit_bytes ?? 0;
  if (codeOf(exchange) === 'payload_too_large' && exchange.request.body.length > limitBytes)
    throw new NotExercised('a body of so many words is too large');
}
