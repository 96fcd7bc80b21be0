import { SetupFailed } from '../check/setup-failed.ts';

/** Thrown when the process of a driver ended while a call was under way. */
export class DriverDied extends SetupFailed {}
