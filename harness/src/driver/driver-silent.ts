import { SetupFailed } from '../check/setup-failed.ts';

/** Thrown when a driver gave no answer in time. A check that knows what the silence means may catch it; otherwise the set-up failed. */
export class DriverSilent extends SetupFailed {}
