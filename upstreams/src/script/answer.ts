import type { JsonObject } from '../json.ts';

/** What an upstream answers when no fault changes it. */
export type Answer = DefaultAnswer | ChatAnswer | ImageAnswer | TranscriptionAnswer;

/**
 * An answer made from a seed, the request and the number of the call, fitting whichever route is called: each call gets another answer, so that
 * a second generation shows; the same calls in the same order get the same ones.
 */
export interface DefaultAnswer {
  readonly kind: 'default';
  /** Default: the upstream's token, so that two upstreams answer differently. */
  readonly seed?: string;
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
  /** Default: words of the request's messages, and one per token. */
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
  /** When a stream ends with a usage chunk. Default `when-asked` (`stream_options.include_usage`). */
  readonly usageChunk?: 'when-asked' | 'always' | 'never';
  /** The `model` that the answer names. Default: the one that the request names. */
  readonly model?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the common chat-API format has it. A stream sends it in pieces of up to eight characters. */
  readonly arguments: string;
}

/** A reply to `{base}/images/generations`: real, small PNG images in `b64_json`. */
export interface ImageAnswer {
  readonly kind: 'image';
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
