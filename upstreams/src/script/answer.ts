import type { JsonObject } from '../json.ts';

/** What an upstream answers when no fault changes it. */
export type Answer = DefaultAnswer | ChatAnswer | ImageAnswer | TranscriptionAnswer;

/**
 * An answer made from a seed, the request and the number of the call, fitting whichever route is called: each call gets another answer, so that
 * a second generation shows; the same calls in the same order get the same ones. It does what a chat request lays down: it calls a tool that must be
 * called, and is JSON where JSON was asked for, by the schema that was given.
 */
export interface DefaultAnswer {
  readonly kind: 'default';
  /** How fast a chat answer comes. Default: at once. */
  readonly pace?: Pace;
  /** Default: the upstream's token, so that two upstreams answer differently. */
  readonly seed?: string;
  /** What free text a chat answer has: seeded `words` (default), or an `echo` of what the user said last. */
  readonly says?: 'words' | 'echo';
}

/** A reply to `{base}/chat/completions`: one JSON completion, or server-sent events when the request says `stream: true`. */
export interface ChatAnswer {
  readonly kind: 'chat';
  /** The content is their concatenation; a stream carries each in a chunk of its own. Empty: no content (`null`). */
  readonly tokens: readonly string[];
  /** Pieces of `reasoning_content`, sent before the content. Default: none. */
  readonly reasoning?: readonly string[];
  readonly toolCalls?: readonly ToolCall[];
  /** Text of `message.refusal`. Default: none. */
  readonly refusal?: string;
  /** Default: `tool_calls` when there are tool calls, `stop` otherwise. */
  readonly finishReason?: string;
  /** Where a stream has the `finish_reason`: in a chunk of its own, or in that of the last token. Default `apart`. */
  readonly finishes?: 'apart' | 'with-last-token';
  /** Default: words of the request's messages, and one per token or piece of a tool call. */
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
  /** When a stream ends with a usage chunk. Default `when-asked` (`stream_options.include_usage`). */
  readonly usageChunk?: 'when-asked' | 'always' | 'never';
  /** The `model` that the answer names. Default: the one that the request names. */
  readonly model?: string;
  /** How fast it comes. Default: at once. */
  readonly pace?: Pace;
}

/** How fast a model answers, on the upstream's clock. An answer in one body comes when its last token would have. */
export interface Pace {
  /** Milliseconds before the first token. Default 0. */
  readonly firstTokenMs?: number;
  /** Default: the tokens after the first come at once. */
  readonly tokensPerSecond?: number;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the common chat-API format has it. A stream sends it in pieces of up to eight characters. */
  readonly arguments: string;
}

/** An image of an answer, as the caller gave it. */
export interface GivenImage {
  readonly base64: string;
  /** Media type. Default `image/png`. */
  readonly type?: string;
}

/** A reply to `{base}/images/generations`: images in `b64_json`, by default real, small PNG images. */
export interface ImageAnswer {
  readonly kind: 'image';
  /** Sent as they stand, whatever `n` of the request; `count` and `seed` do not matter then. */
  readonly images?: readonly GivenImage[];
  /** How many images. Default: `n` of the request, or 1. */
  readonly count?: number;
  /** Default: the upstream's token. */
  readonly seed?: string;
}

/** A reply to `{base}/audio/transcriptions`. */
export interface TranscriptionAnswer {
  readonly kind: 'transcription';
  readonly text: string;
  /** Further fields of the body, for example `language`. */
  readonly extra?: JsonObject;
}
