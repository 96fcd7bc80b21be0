import type { Reply } from '../replies/reply-rule.ts';

/** A canned reply as it is reported. */
export interface ReportedReply extends Reply {
  readonly id: string;
  /** Requests so far that fit in all but `call`. */
  readonly seen: number;
  /** Those that it answered. */
  readonly used: number;
}

/** Answer of `PUT` and `GET /accounts/{account}/replies`. */
export interface RepliesAnswer {
  readonly replies: readonly ReportedReply[];
  /** Whether a request that no reply fits is refused. */
  readonly strict: boolean;
  /** The newest requests that no reply fitted, with a sentence on the reply that nearly did. */
  readonly unmatched: readonly { readonly request_id: string; readonly nearest: string }[];
}
