import { isObject, readJson } from '../exchange/json.ts';
import type { Registration } from '../testbed/testbed.ts';

/** The message with which a webhook URL was refused; undefined where it was registered, or refused without one in the envelope. */
export function refusalReason(registration: Registration): string | undefined {
  if (registration.accepted) return undefined;
  const reading = readJson(Buffer.from(registration.body));
  const error = reading.ok && isObject(reading.value) ? reading.value.error : undefined;
  const message = isObject(error) ? error.message : undefined;
  return typeof message === 'string' && message.trim() !== '' ? message : undefined;
}
