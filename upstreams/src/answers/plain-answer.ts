import type { JsonObject } from '../json.ts';
import { type ReadRequest, readFields } from '../plan/upstream-request.ts';
import type { ChatAnswer, DefaultAnswer } from '../script/answer.ts';
import { completionContent } from './chat-completion.ts';
import { finishReasonOf } from './chat-parts.ts';
import { chatChunks, chunkContent, sendsUsage } from './chat-stream.ts';
import { chatUsage } from './chat-usage.ts';
import { defaultChatAnswer } from './default-chat-answer.ts';
import { type TokenWaits, tokenParts, tokenWaits } from './pace.ts';
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

  constructor(answer: ChatAnswer, request: ReadRequest) {
    this.#answer = answer;
    this.#request = request;
  }

  /** What a stream of it waits for. */
  get waits(): TokenWaits {
    return tokenWaits(this.#answer.pace);
  }

  /** How many chunks of the stream come at the pace: those behind the first, which is the role. */
  get tokens(): number {
    if (this.#isTextAlone) return this.#answer.tokens.length;
    return chatChunks(this.#answer, this.#request).filter(({ part }) => tokenParts.has(part)).length;
  }

  /** Whether each of its parts says something. */
  get isFilled(): boolean {
    const { tokens, reasoning = [], refusal, toolCalls = [] } = this.#answer;
    if (refusal === '' || tokens.includes('') || reasoning.includes('')) return false;
    return refusal !== undefined || tokens.length + reasoning.length + toolCalls.length > 0;
  }

  /** Whether it waits for nothing, or its waits are shorter than the patience. */
  comesWithin({ silenceMs, wholeMs }: Patience): boolean {
    const { firstMs, betweenMs } = this.waits;
    if (firstMs === 0 && betweenMs === 0) return true;
    const isSilent = firstMs >= silenceMs || betweenMs >= silenceMs;
    return !isSilent && firstMs + betweenMs * (this.tokens - 1) < wholeMs;
  }

  /** The completion from `choices` on. */
  completion(): string {
    const { tokens } = this.#answer;
    // Nearly all answers are text alone: written out here, they take a third of the time.
    if (!this.#isTextAlone || tokens.length === 0) return withoutBrace(completionContent(this.#answer, this.#request));
    const message = `{"role":"assistant","content":${JSON.stringify(tokens.join(''))}}`;
    const reason = JSON.stringify(finishReasonOf(this.#answer));
    const usage = JSON.stringify(chatUsage(this.#answer, this.#request));
    return `"choices":[{"index":0,"message":${message},"finish_reason":${reason}}],"usage":${usage}}`;
  }

  /** The chunks of the stream from `choices` on. */
  chunks(): readonly string[] {
    if (!this.#isTextAlone) {
      return chatChunks(this.#answer, this.#request).map(({ content }) => withoutBrace(content));
    }
    const { tokens } = this.#answer;
    const finish = finishText(finishReasonOf(this.#answer));
    const chunks = [role].concat(tokens.map(tokenText), finish);
    if (!sendsUsage(this.#answer, this.#request)) return chunks;
    return [...chunks, withoutBrace({ choices: [], usage: chatUsage(this.#answer, this.#request) })];
  }

  get #isTextAlone(): boolean {
    const { reasoning, refusal, toolCalls, finishes } = this.#answer;
    return reasoning === undefined && refusal === undefined && toolCalls === undefined && finishes === undefined;
  }
}

/** The plain form of an answer to the fields of a chat request. `callNumber`: which of its endpoint's calls gets it, from 1; what a default answer says follows from that too. */
export function plainAnswer(
  answer: ChatAnswer | (DefaultAnswer & { readonly seed: string }),
  fields: JsonObject,
  callNumber: number,
): PlainAnswer {
  const request = readFields('chat', fields);
  if (answer.kind === 'chat') return new PlainAnswer(answer, request);
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
