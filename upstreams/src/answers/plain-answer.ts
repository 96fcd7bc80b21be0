import type { JsonObject } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer, DefaultAnswer } from '../script/answer.ts';
import { completionContent } from './chat-completion.ts';
import { finishReasonOf } from './chat-parts.ts';
import { chunkContent, sendsUsage, toolCallDeltas } from './chat-stream.ts';
import { chatUsage } from './chat-usage.ts';
import { defaultChatAnswer } from './default-chat-answer.ts';
import { remembered } from './remembered.ts';

/**
 * A default chat answer that no fault changes, as JSON text that lacks what a gateway puts first (`id`, `object`, `created`, `model`): a completion or chunk is
 * the text of those fields, a comma, and what stands here.
 */
export class PlainAnswer {
  readonly #answer: ChatAnswer;
  readonly #request: ReadRequest;

  /** `seed`: of the call. */
  constructor(seed: string, request: ReadRequest, says?: DefaultAnswer['says']) {
    this.#answer = defaultChatAnswer(seed, request, says);
    this.#request = request;
  }

  /** The completion from `choices` on. */
  completion(): string {
    const { tokens, toolCalls } = this.#answer;
    // Nearly all answers are text alone: written out here, they take a third of the time.
    if (toolCalls !== undefined || tokens.length === 0)
      return withoutBrace(completionContent(this.#answer, this.#request));
    const message = `{"role":"assistant","content":${JSON.stringify(tokens.join(''))}}`;
    const usage = JSON.stringify(chatUsage(this.#answer, this.#request));
    return `"choices":[{"index":0,"message":${message},"finish_reason":"${finishReasonOf(this.#answer)}"}],"usage":${usage}}`;
  }

  /** The chunks of the stream from `choices` on. */
  chunks(): readonly string[] {
    const { tokens, toolCalls } = this.#answer;
    const texts = [role];
    for (const token of tokens) texts.push(tokenText(token));
    for (const call of (toolCalls ?? []).flatMap(toolCallDeltas)) texts.push(withoutBrace(chunkContent(call)));
    texts.push(finishText(finishReasonOf(this.#answer)));
    if (sendsUsage(this.#answer, this.#request)) {
      texts.push(withoutBrace({ choices: [], usage: chatUsage(this.#answer, this.#request) }));
    }
    return texts;
  }
}

const role = withoutBrace(chunkContent({ role: 'assistant', content: '' }));
const tokenText = remembered((token) => withoutBrace(chunkContent({ content: token })));
const finishText = remembered((reason) => withoutBrace(chunkContent({}, reason)));

function withoutBrace(value: JsonObject): string {
  return JSON.stringify(value).slice(1);
}
