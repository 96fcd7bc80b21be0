import { codeOf, type Exchange, NotExercised, streamOf, type World } from '@gateproof/harness';

/**
 * `NotExercised` where a long conversation was refused because its body is larger than the target takes: both conditions hold then, and either may be
 * reported (freedoms F024 and F042). A limit that is not known may be any.
 */
export function notTooLarge(world: World, exchange: Exchange): void {
  const limitBytes = world.fragments.body_limit_bytes ?? 0;
  if (codeOf(exchange) === 'payload_too_large' && exchange.request.body.length > limitBytes)
    throw new NotExercised('a body of so many words is too large');
}

/**
 * `NotExercised` where a stream was given up because it has more bytes than are read, and all that came of it is the beginning of a long text: a gateway may send
 * each character in an event of its own (freedom F119).
 */
export function notBeyondReading(exchange: Exchange, text: string): void {
  if (exchange.ending !== 'too-large') return;
  const { content, errorChunks } = streamOf(exchange);
  if (content !== '' && content !== text && text.startsWith(content) && errorChunks.length === 0)
    throw new NotExercised('a stream of more bytes than are read: it has much beside each piece of its content');
}
