/**
 * Real time that a gateway is given for what the contract sets no time for, in ms: until it begins a job (freedom F013), until an accepted
 * cancel takes effect (freedom F014), and until an event is first sent.
 */
export const patienceMs = 15_000;

/** What prompt gateways need for the same: where waiting longer would prove nothing, a case goes on after that. */
export const promptMs = 5_000;
