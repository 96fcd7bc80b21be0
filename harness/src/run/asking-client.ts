import type { Finding } from '../check/finding.ts';
import { realClient } from '../exchange/real-clients.ts';

/** A case as it is generated again: by its seed and path, and the client as which it asks. */
export interface CasePlace {
  readonly seed: number;
  readonly path: string;
  /** The real client whose headers its requests have. Absent: those of the suite alone. */
  readonly client?: string;
}

/**
 * The client as which the case at a place asks, counted from 0: every other one asks as the suite does, the others take turns through the clients. Where
 * that begins follows from the seed of the check, so that each client meets answers of every form in a run, and each rule several clients.
 */
export function clientAt(clients: readonly string[], seed: number, place: number): string | undefined {
  const turn = seed + place;
  return turn % 2 === 0 || clients.length === 0 ? undefined : clients[((turn - 1) / 2) % clients.length];
}

/** A client as the option of a case, or of a place. */
export function asClient(client: string | undefined): { readonly client?: string } {
  return client === undefined ? {} : { client };
}

/** A break that only a client's requests show, as a finding that says so. */
export function onlyAs(client: string, finding: Finding): Finding {
  const accepted = realClient(client)?.headers.find(([name]) => name === 'Accept-Encoding');
  const how = accepted === undefined ? '' : ` (${accepted.join(': ')})`;
  return { ...finding, observed: `${finding.observed}, and only when asked as ${client} asks${how}` };
}
