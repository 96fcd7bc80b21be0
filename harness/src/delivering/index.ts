export type * from './delivery.ts';
export { eventTypes } from './delivery.ts';
export { isTroubled } from './is-troubled.ts';
export { ObserverUnreadable } from './observer.ts';
export { openReceiver, type ReceiverOptions } from './open-receiver.ts';
export type * from './receiver-world.ts';
