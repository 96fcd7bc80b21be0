import type { DriverAnswer, DriverOperation, DriverRequest, JsonObject } from '@gateproof/spec';
import type { Moment, Sight } from './moments.ts';

/** A request as it leaves the client. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A call of the caller while it runs. */
export interface Talk extends Sight {
  readonly given: Omit<DriverRequest, 'id'>;
  /** Which try of its present request is sent, from 1. */
  attempt: number;
  /** Error codes that came, each as often as it came. */
  readonly codes: string[];
  hasBegunStream: boolean;
  /** What the mutant remembers of this call, and of its client. */
  readonly kept: Map<string, unknown>;
  readonly ofClient: Map<string, unknown>;
  /** Answers the caller now; nothing more is sent. */
  finish(answer: DriverAnswer): void;
  pause(ms: number): Promise<void>;
  /** Counts that something was changed. */
  act(): void;
}

/** The sources of a field edit that lie outside of the message. */
export interface Memory {
  readonly before: JsonObject | undefined;
  readonly other: JsonObject | undefined;
  readonly attempt: number;
}
export type Edit = (message: JsonObject, memory: Memory) => JsonObject;

export type EventKind = 'role' | 'text' | 'tool' | 'finish' | 'usage' | 'metadata' | 'error' | 'done' | 'comment';
export const eventKinds: readonly EventKind[] = [
  'role',
  'text',
  'tool',
  'finish',
  'usage',
  'metadata',
  'error',
  'done',
  'comment',
];
export const eventActions = ['lost', 'doubled', 'merged', 'late', 'after-end', 'cut-there', 'taken-for-end'] as const;

/** What a mutant does where it reaches in. */
export interface Play {
  readonly asked?: Edit;
  readonly answered?: Edit;
  readonly sent?: Edit;
  readonly received?: Edit;
  readonly chunk?: Edit;
  readonly event?: { readonly kind: EventKind; readonly action: (typeof eventActions)[number] };
  /** Sends a request, or something else. */
  around?(request: SentRequest, next: (request: SentRequest) => Promise<Response>, talk: Talk): Promise<Response>;
  /** What the caller is answered at last; `again` makes the whole call once more. */
  settle?(answer: DriverAnswer, talk: Talk, again: () => Promise<DriverAnswer>): DriverAnswer | Promise<DriverAnswer>;
}

/** A client that is good but for one thing. */
export interface Mutant {
  /** `<area>/<what>/<how>/<when>`. */
  readonly id: string;
  /** What a rule that names the defect speaks of. */
  readonly words: RegExp;
  readonly ops: readonly DriverOperation[];
  readonly when: Moment;
  readonly play: Play;
}
