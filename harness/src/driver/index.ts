export type * from './client-world.ts';
export { type Driver, DriverTrouble } from './driver.ts';
export { DriverSilent } from './driver-silent.ts';
export { type ClientOptions, openClient } from './open-client.ts';
