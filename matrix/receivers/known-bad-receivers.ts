import { carelessReceivers } from './careless-receivers.ts';
import { circumstanceReceivers } from './circumstance-receivers.ts';
import { combinedReceivers } from './combined-receivers.ts';
import { edgeCaseReceivers } from './edge-case-receivers.ts';
import { eventReceivers } from './event-receivers.ts';
import { forgedReceivers } from './forged-receivers.ts';
import { forgetfulReceivers } from './forgetful-receivers.ts';
import { type BadReceiver, badReceivers } from './receiver-deviations.ts';
import { rememberingReceivers } from './remembering-receivers.ts';
import { rotatedReceivers } from './rotated-receivers.ts';
import { unusualEventReceivers } from './unusual-event-receivers.ts';

/** Every known-bad receiver. */
export const knownBadReceivers: readonly BadReceiver[] = [
  ...badReceivers,
  ...forgedReceivers,
  ...carelessReceivers,
  ...edgeCaseReceivers,
  ...unusualEventReceivers,
  ...rotatedReceivers,
  ...forgetfulReceivers,
  ...combinedReceivers,
  ...circumstanceReceivers,
  ...eventReceivers,
  ...rememberingReceivers,
];
