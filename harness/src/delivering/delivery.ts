import type { Header } from '../exchange/exchange.ts';

/** The three events of the contract (Events). */
export const eventTypes = ['job.succeeded', 'job.failed', 'job.canceled'] as const;
export type EventType = (typeof eventTypes)[number];

/** An event as a value, before it is spelled in bytes. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One delivery as a check wants it on the wire. What is left out is as a conformant gateway sends it. */
export interface Delivery {
  readonly event: WebhookEvent;
  /** The exact bytes. Default: the event as compact JSON. */
  readonly body?: string | Uint8Array;
  /** `t`, in seconds. Default: now. */
  readonly timestamp?: number;
  /** The bytes that are signed. Default: the body. */
  readonly signedBody?: string | Uint8Array;
  /** Key of the signature. Default: the newest secret. */
  readonly secret?: string;
  /** The whole signature header; null: none. Default: `t=…,v1=…` of the right value. Given what the right one holds. */
  readonly signature?: null | ((right: { readonly t: string; readonly v1: string }) => string);
  readonly deliveryId?: string;
  /** Sent besides the usual ones; a name that is given replaces the usual one. */
  readonly headers?: readonly Header[];
  /** Names of usual headers that are left out. */
  readonly leaveOut?: readonly string[];
  /** Rewrites each header name, for its letter case. */
  readonly spellName?: (name: string) => string;
  /** The body is sent chunked, in pieces of so many bytes. Default: whole, with its length. */
  readonly pieceBytes?: number;
  /** It arrives over a connection of its own. Default: over a kept one where there is one. */
  readonly ownConnection?: boolean;
}
