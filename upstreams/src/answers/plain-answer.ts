import type { JsonObject } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer } from '../script/answer.ts';
import { completionContent } from './chat-completion.ts';
import { chunkContent, sendsUsage } from './chat-stream.ts';
import { chatUsage } from './chat-usage.ts';
import { defaultChatAnswer } from './default-chat-answer.ts';

/**
 * A default chat answer that no fault changes, as JSON text that lacks what a gateway puts first (`id`, `object`, `created`, `model`): a completion or chunk is
 * the text of those fields, a comma, and what stands here.
 */
export class PlainAnswer {
  readonly #answer: ChatAnswer;
  readonly #request: ReadRequest;

  /** `seed`: of the call. */
  constructor(seed: string, request: ReadRequest) {
    this.#answer = defaultChatAnswer(seed, request);
    this.#request = request;
  }

  /** The completion from `choices` on. */
  completion(): string {
    return withoutBrace(completionContent(this.#answer, this.#request));
  }

  /** The chunks of the stream from `choices` on. */
  chunks(): readonly string[] {
    const { tokens, finishReason = 'stop' } = this.#answer;
    const texts = [role, ...tokens.map(tokenText), finishText(finishReason)];
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

/** Makes each text once. Default answers have few words, so nothing is ever forgotten. */
function remembered(make: (given: string) => string): (given: string) => string {
  const made = new Map<string, string>();
  return (given) => {
    let text = made.get(given);
    if (text === undefined) {
      text = make(given);
      made.set(given, text);
    }
    return text;
  };
}
