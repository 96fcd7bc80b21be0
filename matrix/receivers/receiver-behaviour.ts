import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** A delivery as a receiver sees it. */
export interface SeenDelivery {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly deliveryId: string | undefined;
  readonly contentType: string | undefined;
  readonly headerNames: readonly string[];
  readonly headerCount: number;
  /** Each value of a header, by its name in small letters. */
  values(name: string): readonly string[];
  /** From 1, in the order in which connections were opened. */
  readonly connection: number;
}

export type SeenEvent = Readonly<Record<string, unknown>>;

export type Entries = readonly (readonly [name: string, value: string])[];

/** Every decision of a webhook receiver that a rule speaks of. */
export interface ReceiverBehaviour {
  readonly toleranceS: { readonly past: number; readonly future: number };
  /** How far its clock is ahead, in seconds. */
  readonly clockAheadS: number;
  /** Statuses of an acknowledgement, a repeat and a refusal. */
  readonly acknowledged: number;
  readonly repeated: number;
  readonly refused: number;
  /** Status for a body that is no JSON object. */
  readonly unreadable: number;
  readonly answerAfterMs: number;
  /** How long a delivery lies before it is verified, in ms. */
  readonly verifiesAfterMs: number;
  /** How long after a restart every delivery is turned away, in ms. */
  readonly warmUpMs: number;
  /** How long after a restart its observer is away, in ms. */
  readonly observerAwayMs: number;
  /** What comes on top of that for an event, in ms. */
  delayMs(event: Readonly<Record<string, unknown>>, isRepeat: boolean): number;
  /** Whether one delivery is answered after the other. */
  readonly oneByOne: boolean;
  /** Whether what is not signed is refused before its body is read. */
  readonly refusesEarly: boolean;
  /** How long after its answer an event has its effect, in ms. */
  readonly effectAfterMs: number;
  /** How much longer that of this event takes, in ms. */
  lagMs(event: SeenEvent): number;
  /** Writes the answer. */
  answer(response: ServerResponse, status: number): void;
  /** What is verified and read in the place of the body. */
  body(delivery: SeenDelivery): Buffer;
  /** A delivery that is refused before anything else is looked at. */
  rejects(delivery: SeenDelivery): boolean;
  entries(header: string): Entries;
  /** The `t` that is believed, in seconds; undefined: none. */
  timestamp(entries: Entries): number | undefined;
  candidates(entries: Entries): readonly string[];
  /** What is signed. */
  signed(t: string, body: Buffer): Buffer | string;
  matches(given: string, wanted: string): boolean;
  isVerified(verified: boolean, delivery: SeenDelivery): boolean;
  secrets(secrets: readonly string[]): readonly string[];
  digest(secret: string, signed: Buffer | string): readonly string[];
  /** Whether the event is one that it can work with. */
  understands(event: Readonly<Record<string, unknown>>): boolean;
  /** How many effects are counted of the event once it is accepted. */
  effectCount(event: Readonly<Record<string, unknown>>): number;
  /** What its handler is given of an event, as its observer shows it; undefined: it shows no events. `before` is the event that was handled before it. */
  given(event: SeenEvent, before: SeenEvent | undefined): SeenEvent | undefined;
  /** What an event is known by. */
  identity(event: Readonly<Record<string, unknown>>, delivery: SeenDelivery): string;
  /** Whether an identity is remembered when it comes again: how many others came since, and how often it came itself. */
  remembers(countSince: number, timesSeen: number): boolean;
  /** Whether a restart leaves it an identity that it remembers, after which so many others were noted. */
  survivesRestart(identity: string, notedSince: number): boolean;
  /** How long after it noted an identity a restart no longer takes that from it, in ms. */
  readonly savedAfterMs: number;
  /** Whether a restart that takes an identity takes the effects of its event as well. */
  readonly losesUnsavedEffects: boolean;
  /** Whether a restart that takes an identity has it handled once more, from a journal, and noted. */
  readonly repeatsUnsavedEffects: boolean;
  /** Whether effects that are due at a restart come all the same. */
  readonly keepsDueEffects: boolean;
  /** The status for an event that comes again while its first delivery is worked on; undefined: it is worked on as well. */
  readonly underWay: number | undefined;
  /** Between looking an identity up and noting it, in ms. */
  readonly noteAfterMs: number;
  /** Deliveries that are worked on at once; further ones are turned away. */
  readonly capacity: number;
  /** Whether a delivery is turned away unseen, to come again later. */
  turnsAway(): boolean;
  /** Whether the id of what is turned away is noted all the same. */
  readonly notesTurnedAway: boolean;
  /** The status for those, and when they may come again; undefined: it does not say. */
  readonly turnedAway: number;
  readonly retryAfterS: number | undefined;
  /** Whether what was refused is worked on, or its id noted, all the same. */
  handlesRefused(delivery: SeenDelivery): boolean;
  readonly notesRefused: boolean;
}

/** A receiver that keeps every rule. */
export const referenceReceiver: ReceiverBehaviour = {
  toleranceS: { past: 300, future: 300 },
  clockAheadS: 0,
  acknowledged: 200,
  repeated: 200,
  refused: 400,
  unreadable: 400,
  answerAfterMs: 0,
  verifiesAfterMs: 0,
  warmUpMs: 0,
  observerAwayMs: 0,
  delayMs: () => 0,
  oneByOne: false,
  refusesEarly: false,
  effectAfterMs: 0,
  lagMs: () => 0,
  answer: (response, status) => void response.writeHead(status).end(),
  body: ({ body }) => body,
  rejects: () => false,
  entries: (header) =>
    header.split(',').flatMap((element): [string, string][] => {
      const at = element.indexOf('=');
      return at < 0 ? [] : [[element.slice(0, at).trim(), element.slice(at + 1).trim()]];
    }),
  timestamp(entries) {
    const value = entries.find(([name]) => name === 't')?.[1] ?? '';
    return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  },
  candidates: (entries) => entries.filter(([name]) => name === 'v1').map(([, value]) => value),
  signed: (t, body) => Buffer.concat([Buffer.from(`${t}.`), body]),
  matches(given, wanted) {
    const [one, other] = [Buffer.from(given, 'latin1'), Buffer.from(wanted, 'latin1')];
    return one.length === other.length && timingSafeEqual(one, other);
  },
  isVerified: (verified) => verified,
  secrets: (secrets) => secrets,
  digest: (secret, signed) => [createHmac('sha256', secret).update(signed).digest('hex')],
  understands: () => true,
  effectCount: () => 1,
  given: (event) => event,
  identity: ({ id }) => String(id),
  remembers: () => true,
  survivesRestart: () => true,
  savedAfterMs: 0,
  losesUnsavedEffects: false,
  repeatsUnsavedEffects: false,
  keepsDueEffects: true,
  underWay: undefined,
  noteAfterMs: 0,
  capacity: Number.POSITIVE_INFINITY,
  turnsAway: () => false,
  notesTurnedAway: false,
  turnedAway: 503,
  retryAfterS: undefined,
  handlesRefused: () => false,
  notesRefused: false,
};
