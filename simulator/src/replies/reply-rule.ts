import type { ChatAnswer, Fault, GivenImage, JsonObject, JsonValue, Pace } from '@gateproof/upstreams';

/** Text that must be found: as it stands, or a regular expression between slashes (`/^acme\//i`). In TypeScript a `RegExp` may stand for it. */
export type TextPattern = string | RegExp;

/** A route that runs a model. */
export type ReplyRoute = 'chat' | 'image' | 'transcription';

/** Which requests a reply is for. What is left out does not matter. */
export interface ReplyTarget {
  /** Default `chat`. */
  readonly route?: ReplyRoute;
  /** The requested model, whole. An account that has no such model gets it. */
  readonly model?: TextPattern;
  /** Part of the text of the newest message, whoever wrote it: the user, or a tool. Of an image: part of `prompt`; of a transcription: of `audio_url`. */
  readonly message?: TextPattern;
  /** Names of tools that the request offers; it may offer more. */
  readonly tools?: readonly string[];
  /** Whole values of headers by their names. */
  readonly headers?: Readonly<Record<string, TextPattern>>;
  readonly stream?: boolean;
  /** Which of the requests that fit in all else it is for, from 1. */
  readonly call?: number;
}

/** A call that an answer makes of a tool. */
export interface ReplyToolCall {
  /** Default: one that follows from the tool's name and place. */
  readonly id?: string;
  readonly name: string;
  /** A value that is sent as JSON, or text that is sent as it stands. Default: no arguments (`{}`). */
  readonly arguments?: JsonObject | string;
}

/** How the gateway refuses a request. */
export interface ReplyError {
  /** A code of the error table; status, kind and scope follow from it. */
  readonly code: string;
  readonly message?: string;
  /** Default: none. */
  readonly retryAfterMs?: number;
}

/**
 * A canned reply: an `error` alone, or an answer of the model. Without `text`, `json`, `toolCalls`, `reasoning`, `refusal` and `images` it is the model's own
 * answer. A chat has all but `images` and `delayMs`; the job of an image has `images`, `delayMs` and `fault`, that of a transcription `text`, `delayMs` and `fault`.
 */
export interface Reply {
  /** How reports name it. Default `reply-1` and so on, by its place. */
  readonly id?: string;
  readonly on?: ReplyTarget;
  /** The content; a stream has a chunk for each word. Of a transcription: the transcript. */
  readonly text?: string;
  /** A value whose JSON is the content. */
  readonly json?: JsonValue;
  readonly toolCalls?: readonly ReplyToolCall[];
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly finishReason?: string;
  readonly usage?: ChatAnswer['usage'];
  readonly pace?: Pace;
  /** The images of a job's output. */
  readonly images?: readonly GivenImage[];
  /** How long the endpoint of a media job takes to answer, on the account's clock. Default 0. */
  readonly delayMs?: number;
  /** What goes wrong at the model's endpoint; a media job fails by it. */
  readonly fault?: Fault;
  readonly error?: ReplyError;
}

/** The canned replies of an account: the first that fits answers. */
export interface Replies {
  readonly replies: readonly Reply[];
  /** Refuses what no reply fits, and says which one nearly did. Default false: the model answers by itself. */
  readonly strict?: boolean;
  /** Text models that the account gets, besides those named in `on.model`. */
  readonly models?: readonly string[];
}
