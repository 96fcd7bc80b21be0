import type { JsonObject } from '../json.ts';
import { type ReadRequest, readFields } from '../plan/upstream-request.ts';
import type { ChatAnswer, DefaultAnswer } from '../script/answer.ts';
import { completionContent } from './chat-completion.ts';
import { finishReasonOf } from './chat-parts.ts';
import { chatChunks, chunkContent, usageContent } from './chat-stream.ts';
import { chatUsage } from './chat-usage.ts';
import { defaultChatAnswer } from './default-chat-answer.ts';
import { tokenParts, tokenWaits } from './pace.ts';
import { remembered } from './remembered.ts';

/** How long a stream may take that waits for its tokens. */
export interface Patience {
  /** Before each token, in ms. */
  readonly silenceMs: number;
  /** In all, in ms. */
  readonly wholeMs: number;
}

/** Of who takes an answer that waits for nothing alone. */
export const noPatience: Patience = { silenceMs: 0, wholeMs: 0 };

/**
 * A chat answer that no fault changes, as JSON text that lacks what a gateway puts first (`id`, `object`, `created`, `model`): a completion or chunk is
 * the text of those fields, a comma, and what stands here.
 */
export class PlainAnswer {
  readonly #answer: ChatAnswer;
  readonly #request: ReadRequest;
  #parts: StreamParts | undefined;

  /** `parts`: its stream's, where they are known. */
  constructor(answer: ChatAnswer, request: ReadRequest, parts?: StreamParts) {
    this.#answer = answer;
    this.#request = request;
    this.#parts = parts;
  }

  /** How its stream comes. */
  get timing(): StreamTiming {
    this.#parts ??= streamParts(this.#answer);
    return this.#parts;
  }

  /** Whether each of its parts says something. */
  get isFilled(): boolean {
    const { tokens, reasoning = [], refusal, toolCalls = [] } = this.#answer;
    if (refusal === '' || tokens.includes('') || reasoning.includes('')) return false;
    return refusal !== undefined || tokens.length + reasoning.length + toolCalls.length > 0;
  }

  /** Whether it waits for nothing, or its waits are shorter than the patience. */
  comesWithin({ silenceMs, wholeMs }: Patience): boolean {
    if (this.#answer.pace === undefined) return true;
    const { tokens, firstMs, betweenMs } = this.timing;
    if (firstMs === 0 && betweenMs === 0) return true;
    return firstMs < silenceMs && betweenMs < silenceMs && firstMs + betweenMs * (tokens - 1) < wholeMs;
  }

  /** The completion from `choices` on. */
  completion(): string {
    const { tokens } = this.#answer;
    // Nearly all answers are text alone: written out here, they take a third of the time.
    if (!isTextAlone(this.#answer) || tokens.length === 0)
      return withoutBrace(completionContent(this.#answer, this.#request));
    const message = `{"role":"assistant","content":${JSON.stringify(tokens.join(''))}}`;
    const reason = JSON.stringify(finishReasonOf(this.#answer));
    const usage = JSON.stringify(chatUsage(this.#answer, this.#request));
    return `"choices":[{"index":0,"message":${message},"finish_reason":${reason}}],"usage":${usage}}`;
  }

  /** The chunks of the stream from `choices` on. */
  chunks(): readonly string[] {
    this.#parts ??= streamParts(this.#answer);
    const { chunks } = this.#parts;
    const usage = usageContent(this.#answer, this.#request);
    return usage === undefined ? chunks : [...chunks, withoutBrace(usage)];
  }
}

/** When the chunks of a stream come. */
export interface StreamTiming {
  /** How many come at the pace: those behind the first, which is the role. */
  readonly tokens: number;
  /** What is waited before the first of them, and before each other one, in ms. */
  readonly firstMs: number;
  readonly betweenMs: number;
}

/** What the stream of an answer has whoever asks for it. */
interface StreamParts extends StreamTiming {
  readonly chunks: readonly string[];
}

function streamParts(answer: ChatAnswer): StreamParts {
  const waits = tokenWaits(answer.pace);
  if (isTextAlone(answer)) {
    const { tokens } = answer;
    const chunks = [role].concat(tokens.map(tokenText), finishText(finishReasonOf(answer)));
    return { chunks, tokens: tokens.length, ...waits };
  }
  const chunks = chatChunks(answer);
  const tokens = chunks.filter(({ part }) => tokenParts.has(part)).length;
  return { chunks: chunks.map(({ content }) => withoutBrace(content)), tokens, ...waits };
}

function isTextAlone({ reasoning, refusal, toolCalls, finishes }: ChatAnswer): boolean {
  return reasoning === undefined && refusal === undefined && toolCalls === undefined && finishes === undefined;
}

/** Of answers that are given whole, which many requests may get. */
const knownParts = new WeakMap<ChatAnswer, StreamParts>();

function partsOfGiven(answer: ChatAnswer): StreamParts {
  let parts = knownParts.get(answer);
  if (parts === undefined) {
    parts = streamParts(answer);
    knownParts.set(answer, parts);
  }
  return parts;
}

/** The plain form of an answer to the fields of a chat request. `callNumber`: which of its endpoint's calls gets it, from 1; what a default answer says follows from that too. */
export function plainAnswer(
  answer: ChatAnswer | (DefaultAnswer & { readonly seed: string }),
  fields: JsonObject,
  callNumber: number,
): PlainAnswer {
  const request = readFields('chat', fields);
  if (answer.kind === 'chat') return new PlainAnswer(answer, request, partsOfGiven(answer));
  const { seed, says, pace } = answer;
  const made = defaultChatAnswer(`${seed}#${callNumber}`, request, says);
  return new PlainAnswer(pace === undefined ? made : { ...made, pace }, request);
}

const role = withoutBrace(chunkContent({ role: 'assistant', content: '' }));
const tokenText = remembered((token) => withoutBrace(chunkContent({ content: token })));
const finishText = remembered((reason) => withoutBrace(chunkContent({}, reason)));

function withoutBrace(value: JsonObject): string {
  return JSON.stringify(value).slice(1);
}
