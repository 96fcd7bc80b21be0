import type { Exchange } from '../exchange/exchange.ts';

/** How our receiver answers one delivery. */
export type ReceiverAnswer =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly afterMs?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Default: empty. */
      readonly body?: string;
    }
  /** Answers with the status once `release` is called. */
  | { readonly kind: 'held'; readonly status: number }
  /** Begins its status line at once, goes on with it at each `release`, and is whole with the third. */
  | { readonly kind: 'dripped'; readonly status: number }
  /** Takes the delivery and never answers. */
  | { readonly kind: 'hang' }
  /** Closes the connection without an answer. */
  | { readonly kind: 'cut' }
  /** Answers with bytes that are no HTTP, and closes the connection. */
  | { readonly kind: 'no-http' };

/** A registered webhook endpoint with the receiver behind it. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** The newest secret first; the previous one second until it is retired. */
  secrets(): readonly string[];
  /** Attempt n (from 1, counted over all events) is answered by the n-th answer, later ones by the last. Default: 200 at once. */
  answer(...answers: readonly ReceiverAnswer[]): void;
  /** Gives the answers that are held back. */
  release(): void;
  /** Refuses connections until `reopen`. `NotArranged` without a port of its own. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** Deliveries so far, in the order of arrival, each with the answer that was given. */
  deliveries(): readonly Exchange[];
  /** Resolves true once there are `count` deliveries, false when `limitMs` of real time passed first (default 5 s). */
  received(count: number, limitMs?: number): Promise<boolean>;
  /** Needs `rotation`. Returns the new secret. */
  rotate(): Promise<string>;
  retirePrevious(): Promise<void>;
  /** Removes it and adds its URL once more. Returns the secret that is shown then; `id` and `secrets` are the new ones from then on. */
  addAgain(): Promise<string>;
  remove(): Promise<void>;
}
