import type { JsonObject } from '@gateproof/spec';

/** A delivery as a receiver has it, with what the receiver has been through before. */
export interface Seen {
  readonly body: Buffer;
  /** As they came: the spelling of the names is the sender's. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as JSON; undefined when it is no object. */
  readonly event: JsonObject | undefined;
  /** The receiver's own clock, in seconds. */
  readonly nowS: number;
  /** From 1: the place of this delivery among all that came, and among those of its connection. */
  readonly place: number;
  readonly placeOnConnection: number;
  /** Deliveries that arrived together with this one, itself included. */
  readonly together: number;
  readonly restarts: number;
  /** The delivery that came before this one. */
  readonly before: Seen | undefined;
  /** Whether that one was refused. */
  readonly isAfterRefusal: boolean;
  /** Whether an event of this id, or one of this job, was accepted before. */
  readonly isRepeat: boolean;
  readonly isKnownJob: boolean;
  /** The event that came last, which is another one when several come together. */
  newest(): JsonObject | undefined;
}

/** What a receiver noted of an identity, and how many others it noted since. */
export interface Note {
  readonly notedS: number;
  readonly restarts: number;
  readonly othersSince: number;
  /** How often it was looked up since. */
  readonly cameAgain: number;
}

/** Every decision of a receiver, in the order in which it takes them. */
export interface Decisions {
  readonly headers: Seen['headers'];
  /** The elements of the signature header. */
  readonly elements: readonly (readonly [name: string, value: string])[];
  /** Which `t` is believed, and which `v1` may match. */
  readonly stamp: string | undefined;
  readonly candidates: readonly string[];
  readonly toleranceS: { readonly past: number; readonly future: number };
  /** How far `t` is ahead of the own clock. */
  readonly aheadS: number;
  /** The parts of what is signed. */
  readonly signedStamp: string;
  readonly separator: string;
  readonly signedBody: Buffer;
  /** What may be signed; more than one: any of them will do. */
  readonly bases: readonly Buffer[];
  readonly keys: readonly (string | Buffer)[];
  readonly matches: (given: string, wanted: string) => boolean;
  readonly verified: boolean;
  /** Whether it can work with the event. */
  readonly understands: boolean;
  /** Between verifying and handling. */
  readonly workMs: number;
  readonly event: JsonObject;
  readonly identity: string;
  readonly known: boolean;
  /** Between looking the identity up and noting it. */
  readonly noteAfterMs: number;
  /** Whether the identity is noted although the delivery is refused. */
  readonly notesRefused: boolean;
  readonly effects: number;
  readonly effectsOfRefused: number;
  readonly effectAfterMs: number;
  readonly status: number;
  readonly answerAfterMs: number;
}

export type DecisionName = keyof Decisions;

/** One decision taken otherwise: from what a good receiver decides. `note` is there where an identity is looked up. */
export type Change<Name extends DecisionName> = (
  good: Decisions[Name],
  seen: Seen,
  note: Note | undefined,
) => Decisions[Name];

export type Changes = { readonly [Name in DecisionName]?: Change<Name> };
